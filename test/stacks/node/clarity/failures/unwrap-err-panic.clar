;;; contract c
(define-read-only (check (n uint)) (if (> n u1) (ok n) (err "small")))
(define-public (go (n uint))
  (begin
    (print (unwrap-err-panic (check n)))
;;         ^
    (ok true)))
;;; call c go u2
