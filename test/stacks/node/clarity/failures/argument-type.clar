;;; contract c
;; The definition is the origin of a call that its parameters refuse.
(define-public (double (n uint))
;;^ column 1
  (ok (* n u2)))
;;; call c double 5
