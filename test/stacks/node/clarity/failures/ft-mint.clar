;;; contract c
(define-fungible-token gold u100)
(define-public (mint (n uint))
  (ft-mint? gold n tx-sender))
;;^
;;; call c mint u101
