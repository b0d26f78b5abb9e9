;;; contract c
(define-fungible-token gold u100)
(define-public (give (n uint) (to principal))
  (begin
    (try! (ft-mint? gold u10 tx-sender))
    (ft-transfer? gold n tx-sender to)))
;;  ^
;;; call c give u11  'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM
