;; A counter in Clarity
(define-data-var count uint u0)

(define-read-only (get-count)
  (var-get count))

(define-public (add (n uint))
  (begin
    (asserts! (> n u0) (err u400))
    (var-set count (+ (var-get count) n))
    (ok (var-get count))))

;; What is no definition runs at the deployment.
(print (add u5))
(print (add u0))

;; After Run, "Call its functions" has a form for each.
