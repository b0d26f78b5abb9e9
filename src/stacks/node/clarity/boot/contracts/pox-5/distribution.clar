;; Distributes the sBTC that came in since the last time: to the bonds, in their order, then to the reserve and the stakers.
(define-public (calculate-rewards (bond-periods (list 6 uint)))
  (let (
      (calculation-height (- (distribution-cycle-to-burn-height (current-distribution-cycle)) u1))
      (cycle (burn-height-to-reward-cycle calculation-height))
      (gross (get-new-rewards))
    )
    (try! (assert-outermost))
    (asserts! (> calculation-height (var-get last-reward-compute-height)) ERR_DISTRIBUTION_ALREADY_COMPUTED)
    (try! (assert-all-active-bonds-included bond-periods calculation-height))
    (let (
        (left (get left (try! (fold reward-bond bond-periods (ok {
          height: calculation-height,
          cycle: cycle,
          left: gross,
          last: none,
        })))))
        (reserve-cut (/ (* left RESERVE_RATIO) u10000))
        (staker-cut (- left reserve-cut))
        (shares (get-total-shares-staked-for-cycle cycle none))
        (per-share (per-share-of staker-cut shares))
        (cumulative (+ (get-rewards-per-token-for-cycle cycle none) per-share))
        ;; Without stakers the reserve gets all.
        (reserve-deposit (if (is-eq shares u0) left reserve-cut))
        (reserve (+ (var-get reserve-balance) reserve-deposit))
        (answer {
          calculation-height: calculation-height,
          stx-cycle: cycle,
          bond-periods: bond-periods,
          gross-accrued-rewards: gross,
          total-bond-rewards: (- gross left),
          total-stx-staker-rewards: staker-cut,
          reserve-deposit: reserve-deposit,
          reserve-balance: reserve,
          cycle-staked-ustx: shares,
          accrued-rewards-per-ustx: per-share,
          cumulative-rewards-per-ustx: cumulative,
        })
      )
      (map-set rewards-per-token-for-cycle { reward-cycle: cycle, bond-index: none } cumulative)
      (var-set reserve-balance reserve)
      (var-set last-accounted-rewards-only (+ (var-get last-accounted-rewards-only) (- gross reserve-deposit)))
      (var-set last-reward-compute-height calculation-height)
      (print (merge answer { topic: "calculate-rewards" }))
      (ok answer)
    )
  )
)

;; A bond gets what its rate says for one of 50 distributions a year, as far as the rewards last. Bonds that need more STX come first.
(define-private (reward-bond
    (bond-index uint)
    (rewards (response
      { height: uint, cycle: uint, left: uint, last: (optional { bond-index: uint, stx-value-ratio: uint }) }
      uint
    ))
  )
  (let (
      (before (try! rewards))
      (bond (unwrap! (map-get? protocol-bonds bond-index) ERR_BOND_NOT_FOUND))
      (ratio (get stx-value-ratio bond))
      (cycle (get cycle before))
      (left (get left before))
      (leg { reward-cycle: cycle, bond-index: (some bond-index) })
      (sats (get-total-shares-staked-for-cycle cycle (some bond-index)))
      (target (/ (/ (* sats (get target-rate bond)) u10000) u50))
      (paid (if (< left target) left target))
      (per-share (per-share-of paid sats))
      (cumulative (+ (get-rewards-per-token-for-cycle cycle (some bond-index)) per-share))
    )
    (asserts!
      (match (get last before)
        last (or
          (< ratio (get stx-value-ratio last))
          (and (is-eq ratio (get stx-value-ratio last)) (> bond-index (get bond-index last)))
        )
        true
      )
      ERR_INVALID_BOND_PERIOD_ORDERING
    )
    (asserts! (is-bond-active-at-height bond-index (get height before)) ERR_BOND_NOT_ACTIVE)
    (map-set rewards-per-token-for-cycle leg cumulative)
    (print {
      topic: "bond-distribution",
      bond-index: bond-index,
      target-yield: target,
      bond-rewards: paid,
      bond-staked-sats: sats,
      accrued-rewards-per-sat: per-share,
      cumulative-rewards-per-sat: cumulative,
    })
    (ok (merge before {
      left: (- left paid),
      last: (some { bond-index: bond-index, stx-value-ratio: ratio }),
    }))
  )
)

(define-private (per-share-of (amount uint) (shares uint))
  (if (is-eq shares u0) u0 (/ (* amount PRECISION) shares))
)
