;;; contract c
(define-public (take (n uint))
  (let ((left (- u10 n)))
;;            ^
    (ok left)))
;;; call c take u11
