;; a small bank
(define-constant ERR_ZERO (err u100))
(define-constant LIMIT u50)
(define-data-var total uint u0)
(define-map balances principal uint)
(define-fungible-token coin)

(define-private (add-one (n uint) (sum uint))
  (+ n sum))

(define-read-only (balance-of (who principal))
  (default-to u0 (map-get? balances who)))

(define-read-only (classify (n uint))
  (if (> n LIMIT)
    "large"
    (if (and (> n u10) (< n u40))
      "medium"
      "small")))

(define-public (deposit (amount uint))
  (let
    (
      (before (balance-of tx-sender))
      (after (+ before amount))
    )
    (asserts! (> amount u0) ERR_ZERO)
    (var-set total (+ (var-get total) amount))
    (map-set balances tx-sender after)
    (print { event: "deposit", amount: amount })
    (ok after)))

(define-public (withdraw (amount uint))
  (begin
    (asserts!
      (or
        (is-eq amount u7)
        (<= amount (balance-of tx-sender)))
      (err u101))
    (ok (map-set balances tx-sender (- (balance-of tx-sender) amount)))))

(define-read-only (sum-up (numbers (list 10 uint)))
  (fold add-one numbers u0))

(define-read-only (describe (maybe (optional uint)))
  (match maybe
    n (+ n u1)
    u0))

(define-public (unsafe (n uint))
  (let ((half (/ u10 n)))
    (ok
      half)))

(define-read-only (never)
  (list
    u1
    u2))

(define-public (both (n uint))
  (match (deposit n)
    good (ok good)
    bad (begin
      (print bad)
      (err bad))))
