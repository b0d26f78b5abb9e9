;;; contract c
(define-private (less-two (n uint)) (- n u2))
;;                                  ^
(define-public (all (numbers (list 5 uint)))
  (ok (map less-two numbers)))
;;; call c all (list u5 u3 u1)
