;;; contract c
(define-public (pay (n uint) (to principal))
  (stx-transfer? n tx-sender to))
;;^
;;; call c pay u0  'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM
