;;; contract c
(define-private (half (n uint)) (if (> n u1) (ok (/ n u2)) (err u0)))
(define-public (must-fail (n uint))
  (ok (unwrap-err! (half n) (err u9))))
;;    ^
;;; call c must-fail u4
