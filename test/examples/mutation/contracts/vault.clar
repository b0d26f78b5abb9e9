(define-map balances principal uint)

(define-read-only (balance-of (who principal))
  (default-to u0 (map-get? balances who)))

(define-public (deposit (amount uint))
  (begin
    (asserts! (> amount u0) (err u400))
    (map-set balances tx-sender (+ (balance-of tx-sender) amount))
    (ok amount)))

(define-public (withdraw (amount uint))
  (begin
    (asserts! (<= amount (balance-of tx-sender)) (err u401))
    (map-set balances tx-sender (- (balance-of tx-sender) amount))
    (ok amount)))
