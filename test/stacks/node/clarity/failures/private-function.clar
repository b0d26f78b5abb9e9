;;; contract c
(define-private (check-owner)
  (ok (asserts! (is-eq tx-sender 'ST3Y74M5227FDVHREWPH773F5Y1W1ED8WXXVB0G1S) (err u403))))
;;    ^
(define-private (guarded (n uint))
  (begin
    (try! (check-owner))
    (ok n)))
(define-public (set (n uint))
  (guarded n))
;;; call c set u5
