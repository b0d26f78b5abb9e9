;;; contract token
(define-constant ERR-NOT-ALLOWED (err u401))
(define-data-var minted uint u0)
(define-public (mint (n uint) (to principal))
  (begin
    (var-set minted (+ (var-get minted) n))
    (asserts! (is-eq to 'ST3Y74M5227FDVHREWPH773F5Y1W1ED8WXXVB0G1S) ERR-NOT-ALLOWED)
;;  ^
    (ok true)))
;;; contract bank
(define-private (note (who principal) (n uint))
  (begin (print { event: "deposit", n: n }) true))
(define-public (deposit (n uint))
  (begin
    (note tx-sender n)
    (try! (contract-call? .token mint n tx-sender))
    (ok true)))
;;; contract app
(define-public (run (n uint))
  (contract-call? .bank deposit n))
;;; call app run u5000
