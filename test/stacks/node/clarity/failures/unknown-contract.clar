;;; contract c
(define-public (double (n uint)) (ok (* n u2)))
;;; call nowhere double u5
