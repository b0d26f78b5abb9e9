(define-private (append-signer (signer principal) (cycle uint))
  (let ((last (get-signer-set-last-item-for-cycle cycle)))
    (map-set signer-set-ll-for-cycle { cycle: cycle, signer: signer } { prev: last, next: none })
    (map-set signer-set-ll-last-for-cycle cycle signer)
    (match last
      before (link-next before cycle (some signer))
      (map-set signer-set-ll-first-for-cycle cycle signer)
    )
  )
)

(define-private (remove-signer (signer principal) (cycle uint))
  (let (
      (item (unwrap-panic (get-signer-set-item-for-cycle signer cycle)))
      (prev (get prev item))
      (next (get next item))
    )
    (map-delete signer-set-ll-for-cycle { cycle: cycle, signer: signer })
    (match prev
      before (link-next before cycle next)
      (match next
        after (map-set signer-set-ll-first-for-cycle cycle after)
        (map-delete signer-set-ll-first-for-cycle cycle)
      )
    )
    (match next
      after (link-prev after cycle prev)
      (match prev
        before (map-set signer-set-ll-last-for-cycle cycle before)
        (map-delete signer-set-ll-last-for-cycle cycle)
      )
    )
  )
)

(define-private (link-next (signer principal) (cycle uint) (next (optional principal)))
  (map-set signer-set-ll-for-cycle
    { cycle: cycle, signer: signer }
    (merge (unwrap-panic (get-signer-set-item-for-cycle signer cycle)) { next: next })
  )
)

(define-private (link-prev (signer principal) (cycle uint) (prev (optional principal)))
  (map-set signer-set-ll-for-cycle
    { cycle: cycle, signer: signer }
    (merge (unwrap-panic (get-signer-set-item-for-cycle signer cycle)) { prev: prev })
  )
)

(define-read-only (get-signer-set-first-item-for-cycle (cycle uint))
  (map-get? signer-set-ll-first-for-cycle cycle)
)

(define-read-only (get-signer-set-last-item-for-cycle (cycle uint))
  (map-get? signer-set-ll-last-for-cycle cycle)
)

(define-read-only (get-signer-set-item-for-cycle (signer principal) (cycle uint))
  (map-get? signer-set-ll-for-cycle { cycle: cycle, signer: signer })
)

(define-read-only (get-signer-set-next-item-for-cycle (signer principal) (cycle uint))
  (match (get-signer-set-item-for-cycle signer cycle) item (get next item) none)
)

(define-read-only (get-signer-set-prev-item-for-cycle (signer principal) (cycle uint))
  (match (get-signer-set-item-for-cycle signer cycle) item (get prev item) none)
)

(define-read-only (signer-set-contains-for-cycle (signer principal) (cycle uint))
  (is-some (get-signer-set-item-for-cycle signer cycle))
)
