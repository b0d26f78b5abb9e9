(define-fungible-token point)
(define-data-var total uint u0)
(define-map earned principal uint)

(define-public (earn (amount uint))
  (begin
    (asserts! (> amount u0) (err u400))
    (map-set earned tx-sender (+ amount (default-to u0 (map-get? earned tx-sender))))
    (var-set total (+ (var-get total) amount))
    (print { event: "earned", amount: amount })
    (ft-mint? point amount tx-sender)))

(define-read-only (average (people uint))
  (/ (var-get total) people))
