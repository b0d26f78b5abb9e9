;;; epoch 3.2
;;; contract c
(define-data-var owner principal 'ST3Y74M5227FDVHREWPH773F5Y1W1ED8WXXVB0G1S)
(define-private (check)
  (ok (asserts! (is-eq tx-sender (var-get owner)) (err u403))))
;;    ^
(define-public (past)
  (at-block (unwrap-panic (get-stacks-block-info? id-header-hash (- stacks-block-height u1)))
    (check)))
;;; call c past
