;;; contract t
(define-trait tr ((f (uint) (response uint uint))))
;;; contract c
(define-public (f (n int))
  (ok u1))
  (impl-trait .t.tr)
;;^
;;; deploy
