;;; contract c
(define-private (positive (n int))
  (if (> n 0)
    (ok n)
    (err u1)))
;;  ^
(define-public (add (a int) (b int))
  (ok (+ (try! (positive a)) (try! (positive b)))))
;;; call c add 5  -5
