;;; contract c
(define-public (double (n uint))
;;^ column 1
  (ok (* n u2)))
;;; call c double
