;;; contract c
(define-public (go (n uint))
  (begin ;; ( nothing
    (asserts! (is-eq n ;; what is given
;;  ^
        (len "a ;) \" b")) ;; ) not this
      (err u1))
    (ok n)))
;;; call c go u1
