;;; contract c
(define-public (fund) (stx-transfer? u100 tx-sender current-contract))
(define-public (refund (to principal))
  (as-contract? ((with-stx u10))
;;^
    (try! (stx-transfer? u11 tx-sender to))))
;;; call c refund 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5
;;; after fund
