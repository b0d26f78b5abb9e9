;;; contract c
(define-public (f)
  (ok u1))
)
;;^ column 1
;;; deploy
