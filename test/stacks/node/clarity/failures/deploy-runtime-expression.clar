;;; contract c
(define-data-var n uint u1)
(define-private (start (with uint))
  (var-set n (/ u10 with)))
;;           ^
(start u0)
;;; deploy
