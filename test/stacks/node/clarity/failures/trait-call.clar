;;; contract shapes
(define-trait shape ((area (uint) (response uint uint))))
;;; contract square
(define-public (area (side uint))
  (if (< side u10)
    (ok (* side side))
    (err u33)))
;;  ^
;;; contract user
(use-trait shape .shapes.shape)
(define-public (measure (it <shape>) (side uint))
  (let ((area (try! (contract-call? it area side))))
    (ok (+ area u1))))
;;; call user measure 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.square  u12
