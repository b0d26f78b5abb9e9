;;; contract c
(define-private (may-fail (n uint)) (if (> n u1) (err u1) (ok n)))
(define-public (go (n uint))
  (let ((first (may-fail n)) (second (may-fail u0)))
    (print (is-err first))
    (match first value (print value) code (print code))
    (ok (- u1 (unwrap! second (err u3)) n))))
;;      ^
;;; call c go u5
