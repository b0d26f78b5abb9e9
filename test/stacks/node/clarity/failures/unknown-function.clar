;;; contract c
(define-public (double (n uint)) (ok (* n u2)))
;;; call c triple u5
