;;; contract c
(define-constant LIMITS (list u10 u20))
(define-constant THIRD (unwrap-panic (element-at? LIMITS u2)))
;;                     ^
(define-public (third) (ok THIRD))
;;; deploy
