;;; contract c
(define-public (refund (to principal))
  (as-contract? ((with-stx u10))
    (try! (stx-transfer? u10 tx-sender to))))
;;        ^
;;; call c refund 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5
