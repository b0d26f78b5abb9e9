;;; contract c
(define-constant a u1)
  (impl-trait .nope.tr)
;;^
;;; deploy
