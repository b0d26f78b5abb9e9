(define-read-only (get-protocol-bond (bond-index uint))
  (map-get? protocol-bonds bond-index)
)

(define-read-only (get-bond-allowance (bond-index uint) (staker principal))
  (map-get? protocol-bond-allowances { bond-index: bond-index, staker: staker })
)

;; Returns the bond that a staker is in; it ends with its last cycle.
(define-read-only (get-bond-membership (staker principal))
  (match (map-get? protocol-bond-memberships staker)
    membership (if (< (current-pox-reward-cycle) (bond-unlock-cycle (get bond-index membership))) (some membership) none)
    none
  )
)

(define-read-only (get-total-sbtc-staked-for-bond (bond-index uint))
  (default-to u0 (map-get? protocol-bonds-total-staked bond-index))
)

(define-read-only (has-announced-l1-early-exit (bond-index uint) (staker principal))
  (default-to false (map-get? protocol-bond-l1-early-exit-announced { bond-index: bond-index, staker: staker }))
)

;; Returns the least uSTX for an amount of sats. Both divisions round down.
(define-read-only (min-ustx-for-sats-amount (sats-amount uint) (stx-value-ratio uint) (min-ustx-ratio uint))
  (/ (* (/ (* sats-amount stx-value-ratio) u100) min-ustx-ratio) u10000)
)

(define-read-only (bond-overlaps-new-position?
    (existing-membership (optional {
      bond-index: uint,
      amount-ustx: uint,
      signer: principal,
      is-l1-lock: bool,
      amount-sats: uint,
    }))
    (new-first-reward-cycle uint)
  )
  (match existing-membership
    membership (> (bond-unlock-cycle (get bond-index membership)) new-first-reward-cycle)
    false
  )
)

;; Returns the sBTC of a staker that this contract holds.
(define-read-only (get-staker-custodied-sbtc (staker principal))
  (match (map-get? protocol-bond-memberships staker)
    membership (if (get is-l1-lock membership) u0 (get amount-sats membership))
    u0
  )
)

;; Another position can follow a bond from the height on at which its bitcoin unlocks.
(define-private (assert-rollover
    (membership (optional {
      bond-index: uint,
      amount-ustx: uint,
      signer: principal,
      is-l1-lock: bool,
      amount-sats: uint,
    }))
  )
  (match membership
    old (if (>= burn-block-height (get-bond-l1-unlock-height (get bond-index old))) (ok true) ERR_ROLLOVER_TOO_EARLY)
    (ok true)
  )
)
