;;; contract c
(define-public (pay (n uint) (to principal))
  (begin
    (try! (stx-transfer? u1 tx-sender to))
    (try! (stx-transfer? n tx-sender to))
;;        ^
    (ok true)))
;;; call c pay u999999999999999999  'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM
