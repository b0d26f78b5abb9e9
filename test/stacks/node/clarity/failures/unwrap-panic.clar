;;; contract c
(define-data-var owner (optional principal) none)
(define-public (pay)
  (let ((to (unwrap-panic (var-get owner))))
;;          ^
    (stx-transfer? u1 tx-sender to)))
;;; call c pay
