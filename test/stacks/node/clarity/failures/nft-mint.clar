;;; contract c
(define-non-fungible-token deed { plot: uint })
(define-public (mint (plot uint))
  (begin
    (unwrap! (nft-mint? deed { plot: plot } tx-sender) (err u1))
    (unwrap! (nft-mint? deed { plot: plot } tx-sender) (err u2))
;;  ^
    (ok plot)))
;;; call c mint u7
