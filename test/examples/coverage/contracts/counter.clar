(define-data-var n uint u0)

(define-public (add (step uint))
  (if (> step u0)
    (ok (var-set n (+ (var-get n) step)))
    (err u1)))
