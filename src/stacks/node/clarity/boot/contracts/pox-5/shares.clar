(define-private (add-shares (signer principal) (leg { reward-cycle: uint, bond-index: (optional uint) }) (amount uint))
  (begin
    (map-set total-shares-staked-for-cycle leg
      (+ (get-total-shares-staked-for-cycle (get reward-cycle leg) (get bond-index leg)) amount)
    )
    (map-set signer-shares-staked-for-cycle
      (merge leg { signer: signer })
      (+ (get-signer-shares-staked-for-cycle signer (get reward-cycle leg) (get bond-index leg)) amount)
    )
  )
)

(define-private (remove-shares (signer principal) (leg { reward-cycle: uint, bond-index: (optional uint) }) (amount uint))
  (begin
    (map-set total-shares-staked-for-cycle leg
      (- (get-total-shares-staked-for-cycle (get reward-cycle leg) (get bond-index leg)) amount)
    )
    (map-set signer-shares-staked-for-cycle
      (merge leg { signer: signer })
      (- (get-signer-shares-staked-for-cycle signer (get reward-cycle leg) (get bond-index leg)) amount)
    )
  )
)

(define-private (join-bond-from
    (staker principal)
    (signer principal)
    (bond-index uint)
    (first-cycle uint)
    (count uint)
    (sats uint)
  )
  (fold join-bond-in (offsets count) {
    staker: staker,
    signer: signer,
    bond-index: bond-index,
    first-cycle: first-cycle,
    sats: sats,
  })
)

(define-private (join-bond-in
    (offset uint)
    (entry { staker: principal, signer: principal, bond-index: uint, first-cycle: uint, sats: uint })
  )
  (let (
      (staker (get staker entry))
      (signer (get signer entry))
      (sats (get sats entry))
      (cycle (+ (get first-cycle entry) offset))
      (leg { reward-cycle: cycle, bond-index: (some (get bond-index entry)) })
    )
    (start-staker staker signer cycle (get bond-index leg))
    (add-shares signer leg sats)
    (map-set staker-shares-staked-for-cycle (merge leg { staker: staker, signer: signer }) sats)
    entry
  )
)

(define-private (leave-bond-from
    (staker principal)
    (signer principal)
    (bond-index uint)
    (first-cycle uint)
    (count uint)
    (sats uint)
  )
  (fold leave-bond-in (offsets count) {
    staker: staker,
    signer: signer,
    bond-index: bond-index,
    first-cycle: first-cycle,
    sats: sats,
  })
)

(define-private (leave-bond-in
    (offset uint)
    (entry { staker: principal, signer: principal, bond-index: uint, first-cycle: uint, sats: uint })
  )
  (let ((leg { reward-cycle: (+ (get first-cycle entry) offset), bond-index: (some (get bond-index entry)) }))
    (remove-shares (get signer entry) leg (get sats entry))
    (map-set staker-shares-staked-for-cycle (merge leg { staker: (get staker entry), signer: (get signer entry) }) u0)
    entry
  )
)

(define-read-only (get-total-shares-staked-for-cycle (reward-cycle uint) (bond-index (optional uint)))
  (default-to u0 (map-get? total-shares-staked-for-cycle { reward-cycle: reward-cycle, bond-index: bond-index }))
)

(define-read-only (get-signer-shares-staked-for-cycle (signer principal) (reward-cycle uint) (bond-index (optional uint)))
  (default-to u0 (map-get? signer-shares-staked-for-cycle { reward-cycle: reward-cycle, bond-index: bond-index, signer: signer }))
)

(define-read-only (get-staker-shares-staked-for-cycle
    (staker principal)
    (reward-cycle uint)
    (bond-index (optional uint))
    (signer principal)
  )
  (default-to u0 (map-get? staker-shares-staked-for-cycle
    { reward-cycle: reward-cycle, bond-index: bond-index, staker: staker, signer: signer }
  ))
)
