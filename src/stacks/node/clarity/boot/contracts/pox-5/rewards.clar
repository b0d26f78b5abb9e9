;; Returns the sBTC that is neither staked nor reserved.
(define-read-only (get-rewards)
  (- (sbtc-balance) (var-get total-sbtc-staked) (var-get reserve-balance))
)

(define-read-only (get-new-rewards)
  (- (get-rewards) (var-get last-accounted-rewards-only))
)

(define-read-only (get-rewards-per-token-for-cycle (reward-cycle uint) (bond-index (optional uint)))
  (default-to u0 (map-get? rewards-per-token-for-cycle { reward-cycle: reward-cycle, bond-index: bond-index }))
)

(define-read-only (get-signer-rewards-per-token-for-cycle (signer principal) (reward-cycle uint) (bond-index (optional uint)))
  (default-to u0 (map-get? signer-rewards-per-token-for-cycle
    { signer: signer, reward-cycle: reward-cycle, bond-index: bond-index }
  ))
)

(define-read-only (get-signer-rewards-per-token-settled-for-cycle
    (signer principal)
    (reward-cycle uint)
    (bond-index (optional uint))
  )
  (default-to u0 (map-get? signer-rewards-per-token-settled-for-cycle
    { reward-cycle: reward-cycle, bond-index: bond-index, signer: signer }
  ))
)

(define-read-only (get-signer-unclaimed-rewards-for-cycle (signer principal) (reward-cycle uint) (bond-index (optional uint)))
  (default-to u0 (map-get? signer-unclaimed-rewards-for-cycle
    { reward-cycle: reward-cycle, bond-index: bond-index, signer: signer }
  ))
)

(define-read-only (get-staker-rewards-per-token-settled-for-cycle
    (signer principal)
    (reward-cycle uint)
    (bond-index (optional uint))
    (staker principal)
  )
  (default-to u0 (map-get? staker-rewards-per-token-settled-for-cycle
    { reward-cycle: reward-cycle, bond-index: bond-index, signer: signer, staker: staker }
  ))
)

(define-read-only (get-staker-unclaimed-rewards-for-cycle
    (signer principal)
    (reward-cycle uint)
    (bond-index (optional uint))
    (staker principal)
  )
  (default-to u0 (map-get? staker-unclaimed-rewards-for-cycle
    { reward-cycle: reward-cycle, bond-index: bond-index, signer: signer, staker: staker }
  ))
)

(define-read-only (get-last-reward-compute-height)
  (var-get last-reward-compute-height)
)

(define-read-only (get-last-accounted-rewards-only)
  (var-get last-accounted-rewards-only)
)

(define-read-only (get-reserve-balance)
  (var-get reserve-balance)
)

(define-read-only (get-total-sbtc-staked)
  (var-get total-sbtc-staked)
)
