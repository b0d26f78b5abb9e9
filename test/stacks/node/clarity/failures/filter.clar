;;; contract c
(define-private (even (n uint))
  (is-eq u0 (mod n (- n u4))))
;;          ^
(define-public (all (numbers (list 5 uint)))
  (ok (filter even numbers)))
;;; call c all (list u6 u4)
