;;; contract c
(define-private (find (n uint)) (if (< n u3) (ok n) (err "not found")))
(define-public (look (n uint))
  (match (find n)
    found (ok found)
    reason (begin
      (print reason)
      (err u404))))
;;    ^
;;; call c look u3
