;;; contract c
(define-data-var items (list 2 uint) (list u1 u2))
(define-public (add (n uint))
  (begin
    (var-set items (unwrap! (as-max-len? (append (var-get items) n) u2) (err u7)))
;;                 ^
    (ok true)))
;;; call c add u3
