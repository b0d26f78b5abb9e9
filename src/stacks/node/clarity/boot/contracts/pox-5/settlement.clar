;; Whether shares change or are paid: first what they earned so far is written down. Stakers follow what their signer is settled to.
(define-private (settle-signer (signer principal) (cycle uint) (bond-index (optional uint)))
  (let (
      (leg { reward-cycle: cycle, bond-index: bond-index, signer: signer })
      (per-share (get-rewards-per-token-for-cycle cycle bond-index))
      (shares (get-signer-shares-staked-for-cycle signer cycle bond-index))
      (earned (compute-earned-rewards
        shares
        per-share
        (get-signer-rewards-per-token-settled-for-cycle signer cycle bond-index)
        (get-signer-unclaimed-rewards-for-cycle signer cycle bond-index)
      ))
    )
    (map-set signer-unclaimed-rewards-for-cycle leg earned)
    (map-set signer-rewards-per-token-settled-for-cycle leg per-share)
    (if (> shares u0) (map-set signer-rewards-per-token-for-cycle leg per-share) false)
    { earned: earned, rewards-per-token: per-share }
  )
)

(define-private (settle-staker (staker principal) (signer principal) (cycle uint) (bond-index (optional uint)))
  (let (
      (leg { reward-cycle: cycle, bond-index: bond-index, signer: signer, staker: staker })
      (per-share (get-signer-rewards-per-token-for-cycle signer cycle bond-index))
      (earned (compute-earned-rewards
        (get-staker-shares-staked-for-cycle staker cycle bond-index signer)
        per-share
        (get-staker-rewards-per-token-settled-for-cycle signer cycle bond-index staker)
        (get-staker-unclaimed-rewards-for-cycle signer cycle bond-index staker)
      ))
    )
    (map-set staker-unclaimed-rewards-for-cycle leg earned)
    (map-set staker-rewards-per-token-settled-for-cycle leg per-share)
    { earned: earned, rewards-per-token: per-share }
  )
)

;; A staker earns from here on.
(define-private (start-staker (staker principal) (signer principal) (cycle uint) (bond-index (optional uint)))
  (map-set staker-rewards-per-token-settled-for-cycle
    { reward-cycle: cycle, bond-index: bond-index, signer: signer, staker: staker }
    (get-signer-rewards-per-token-for-cycle signer cycle bond-index)
  )
)

(define-read-only (get-earned (signer principal) (reward-cycle uint) (bond-index (optional uint)))
  (compute-earned-rewards
    (get-signer-shares-staked-for-cycle signer reward-cycle bond-index)
    (get-rewards-per-token-for-cycle reward-cycle bond-index)
    (get-signer-rewards-per-token-settled-for-cycle signer reward-cycle bond-index)
    (get-signer-unclaimed-rewards-for-cycle signer reward-cycle bond-index)
  )
)

(define-read-only (get-earned-staker-rewards
    (signer principal)
    (reward-cycle uint)
    (bond-index (optional uint))
    (staker principal)
  )
  (compute-earned-rewards
    (get-staker-shares-staked-for-cycle staker reward-cycle bond-index signer)
    (get-signer-rewards-per-token-for-cycle signer reward-cycle bond-index)
    (get-staker-rewards-per-token-settled-for-cycle signer reward-cycle bond-index staker)
    (get-staker-unclaimed-rewards-for-cycle signer reward-cycle bond-index staker)
  )
)

(define-read-only (compute-earned-rewards (shares uint) (rpt-current uint) (rpt-paid uint) (pending uint))
  (+ pending (/ (* shares (- rpt-current rpt-paid)) PRECISION))
)
