;; Each bond that is active at a height must be in the list.
(define-read-only (assert-all-active-bonds-included (bond-periods (list 6 uint)) (calculation-height uint))
  (let (
      (cycle (burn-height-to-reward-cycle calculation-height))
      (first-cycle (var-get first-bond-period-cycle))
    )
    (asserts! (>= cycle first-cycle) (ok true))
    (asserts!
      (get is-complete (fold find-active-bond (list u0 u1 u2 u3 u4 u5) {
        latest: (/ (- cycle first-cycle) BOND_GAP_CYCLES),
        height: calculation-height,
        bond-periods: bond-periods,
        is-complete: true,
      }))
      ERR_ACTIVE_BOND_NOT_INCLUDED
    )
    (ok true)
  )
)

(define-private (find-active-bond
    (age uint)
    (search { latest: uint, height: uint, bond-periods: (list 6 uint), is-complete: bool })
  )
  (let ((latest (get latest search)))
    (if (and
        (<= age latest)
        (is-bond-active-at-height (- latest age) (get height search))
        (is-none (index-of? (get bond-periods search) (- latest age)))
      )
      (merge search { is-complete: false })
      search
    )
  )
)

(define-read-only (is-bond-active-at-height (bond-index uint) (calculation-height uint))
  (let (
      (start-height (bond-period-to-burn-height bond-index))
      (unlock-height (reward-cycle-to-burn-height (bond-unlock-cycle bond-index)))
    )
    (and
      (is-some (map-get? protocol-bonds bond-index))
      (> calculation-height start-height)
      (<= calculation-height unlock-height)
    )
  )
)
