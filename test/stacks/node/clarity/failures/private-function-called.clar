;;; contract c
(define-private (secret) (ok true))
;;^ column 1
;;; call c secret
