;;; contract c
(define-read-only (square (n uint))
  (* n n))
;;^
(define-public (area (n uint))
  (ok (square n)))
;;; call c area u340282366920938463463374607431768211455
