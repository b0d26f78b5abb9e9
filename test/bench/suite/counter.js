/** The contract of the suites on this project and on simnet. */
export const SOURCE = `(define-data-var count uint u0)
(define-public (add (n uint))
  (begin
    (var-set count (+ (var-get count) n))
    (print { added: n, count: (var-get count) })
    (ok (var-get count))))
(define-read-only (get-count) (var-get count))`;
