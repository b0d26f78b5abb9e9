;;; contract c
(define-public (share (n uint) (parts uint))
  (ok {
    each: (/ n parts),
;;        ^
    rest: (mod n parts),
  }))
;;; call c share u10  u0
