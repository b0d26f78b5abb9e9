;;; contract c
(define-non-fungible-token deed uint)
(define-public (move (id uint) (to principal))
  (match (nft-transfer? deed id tx-sender to)
    done (ok done)
    code (err (+ code u100))))
;;       ^
;;; call c move u7  'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM
