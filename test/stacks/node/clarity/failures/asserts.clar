;;; contract token
(define-public (mint (n uint))
  (begin
    (print { event: "mint", n: n })
    (asserts! (> n u5) (err u401))
;;  ^
    (ok n)))
;;; call token mint u5
