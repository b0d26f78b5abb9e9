;;; contract c
(define-private (sum (n uint) (acc (response uint uint)))
  (let ((so-far (try! acc)))
    (asserts! (< n u3) (err n))
;;  ^
    (ok (+ so-far n))))
(define-public (total)
  (fold sum (list u1 u2 u3) (ok u0)))
;;; call c total
