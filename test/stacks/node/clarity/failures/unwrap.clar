;;; contract c
(define-map ages { who: principal } uint)
(define-public (age (who principal))
  (let ((found (unwrap! (map-get? ages { who: who }) (err "unknown"))))
;;             ^
    (ok found)))
;;; call c age 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5
