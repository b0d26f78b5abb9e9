;;; contract c
(define-map m uint uint)
(define-private (write (n uint) (acc uint))
  (begin
    (map-set m acc n)
;;  ^
    (+ acc u1)))
(define-constant TEN (list u1 u2 u3 u4 u5 u6 u7 u8 u9 u10))
(define-private (ten (n uint) (acc uint)) (fold write TEN acc))
(define-private (hundred (n uint) (acc uint)) (fold ten TEN acc))
(define-private (thousand (n uint) (acc uint)) (fold hundred TEN acc))
(define-private (many (n uint) (acc uint)) (fold thousand TEN acc))
(define-public (fill)
  (ok (fold many (list u1 u2) u0)))
;;; call c fill
;;; rejected
