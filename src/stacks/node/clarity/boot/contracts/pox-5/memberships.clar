(define-private (join-signer-from (staker principal) (signer principal) (first-cycle uint) (count uint) (ustx uint) (shares uint))
  (fold join-signer-in (offsets count) {
    staker: staker,
    signer: signer,
    first-cycle: first-cycle,
    ustx: ustx,
    shares: shares,
  })
)

;; Bonds have no shares in the leg of stakers, but count for the weight.
(define-private (join-signer-in
    (offset uint)
    (entry { staker: principal, signer: principal, first-cycle: uint, ustx: uint, shares: uint })
  )
  (let (
      (cycle (+ (get first-cycle entry) offset))
      (staker (get staker entry))
      (signer (get signer entry))
      (ustx (get ustx entry))
      (shares (get shares entry))
      (leg { reward-cycle: cycle, bond-index: none })
      (weight (+ (get-amount-delegated-for-signer signer cycle) ustx))
      (pending (+ (get-signer-pending-staked-ustx-per-cycle signer cycle) shares))
      (staker-shares (get-staker-shares-staked-for-cycle staker cycle none signer))
    )
    (settle-signer signer cycle none)
    (if (> staker-shares u0)
      (begin (settle-staker staker signer cycle none) true)
      (start-staker staker signer cycle none)
    )
    (map-set staker-signer-cycle-memberships { staker: staker, cycle: cycle } { amount-ustx: ustx, signer: signer })
    (map-set staker-shares-staked-for-cycle (merge leg { staker: staker, signer: signer }) (+ staker-shares shares))
    (map-set signer-delegated-per-cycle { signer: signer, cycle: cycle } weight)
    (map-set ustx-delegated-per-cycle cycle (+ (get-ustx-delegated-for-cycle cycle) ustx))
    (map-set signer-pending-staked-ustx-per-cycle { signer: signer, cycle: cycle } pending)
    (if (signer-set-contains-for-cycle signer cycle)
      (add-shares signer leg shares)
      (if (>= weight SIGNER_SET_MIN_USTX)
        (begin (append-signer signer cycle) (add-shares signer leg pending))
        false
      )
    )
    entry
  )
)

(define-private (leave-signer-from (staker principal) (first-cycle uint) (count uint) (is-stake bool))
  (fold leave-signer-in (offsets count) { staker: staker, first-cycle: first-cycle, is-stake: is-stake })
)

(define-private (leave-signer-in (offset uint) (entry { staker: principal, first-cycle: uint, is-stake: bool }))
  (let (
      (cycle (+ (get first-cycle entry) offset))
      (staker (get staker entry))
      (membership (unwrap-panic (get-signer-cycle-membership staker cycle)))
      (signer (get signer membership))
      (ustx (get amount-ustx membership))
      (shares (if (get is-stake entry) ustx u0))
      (leg { reward-cycle: cycle, bond-index: none })
      (weight (- (get-amount-delegated-for-signer signer cycle) ustx))
    )
    (settle-signer signer cycle none)
    (settle-staker staker signer cycle none)
    (map-delete staker-signer-cycle-memberships { staker: staker, cycle: cycle })
    (map-delete staker-shares-staked-for-cycle (merge leg { staker: staker, signer: signer }))
    (map-set signer-delegated-per-cycle { signer: signer, cycle: cycle } weight)
    (map-set ustx-delegated-per-cycle cycle (- (get-ustx-delegated-for-cycle cycle) ustx))
    (map-set signer-pending-staked-ustx-per-cycle
      { signer: signer, cycle: cycle }
      (- (get-signer-pending-staked-ustx-per-cycle signer cycle) shares)
    )
    (if (signer-set-contains-for-cycle signer cycle)
      (if (>= weight SIGNER_SET_MIN_USTX)
        (remove-shares signer leg shares)
        (begin
          (remove-signer signer cycle)
          (remove-shares signer leg (get-signer-shares-staked-for-cycle signer cycle none))
        )
      )
      false
    )
    entry
  )
)

(define-read-only (get-signer-cycle-membership (staker principal) (cycle uint))
  (map-get? staker-signer-cycle-memberships { staker: staker, cycle: cycle })
)

(define-read-only (get-amount-delegated-for-signer (signer principal) (cycle uint))
  (default-to u0 (map-get? signer-delegated-per-cycle { signer: signer, cycle: cycle }))
)

(define-read-only (get-signer-pending-staked-ustx-per-cycle (signer principal) (cycle uint))
  (default-to u0 (map-get? signer-pending-staked-ustx-per-cycle { signer: signer, cycle: cycle }))
)

(define-read-only (get-ustx-delegated-for-cycle (reward-cycle uint))
  (default-to u0 (map-get? ustx-delegated-per-cycle reward-cycle))
)

;; The node reads this one for /v2/pox.
(define-read-only (get-total-ustx-stacked (reward-cycle uint))
  (get-ustx-delegated-for-cycle reward-cycle)
)
