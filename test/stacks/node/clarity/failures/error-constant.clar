;;; contract c
(define-constant ERR-CLOSED (err u13))
(define-data-var open bool false)
(define-public (enter)
  (if (var-get open)
    (ok true)
    ERR-CLOSED))
;;  ^
;;; call c enter
