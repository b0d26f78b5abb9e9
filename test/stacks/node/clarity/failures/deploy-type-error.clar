;;; contract c
(define-public (f (n uint))
  (ok (+ n 1)))
;;    ^
;;; deploy
