(define-data-var count uint u0)

(define-read-only (get-count)
  (var-get count))

(define-public (add (n uint))
  (begin
    (asserts! (> n u0) (err u1))
    (print { added: n, by: tx-sender, burn-height: burn-block-height })
    (var-set count (+ (var-get count) n))
    (ok (var-get count))))
