;;; contract c
(define-public (pay (to principal))
  (stx-transfer? u5000 tx-sender to))
;;; call c pay 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM
;;; deny
