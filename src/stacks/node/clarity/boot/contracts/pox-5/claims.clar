;; Pays a signer, which calls this itself, what its stakers earned in a cycle.
(define-public (claim-rewards (bond-periods (list 6 uint)) (reward-cycle uint))
  (begin
    (asserts! (not (var-get rewards-paused)) ERR_REWARDS_PAUSED)
    (try! (assert-outermost))
    (let (
        (signer contract-caller)
        (stx-rewards (claim-leg signer reward-cycle none))
        (claimed (fold claim-bond bond-periods { signer: signer, cycle: reward-cycle, total: u0, legs: (list) }))
        (total (+ (get earned stx-rewards) (get total claimed)))
        (answer {
          stx-rewards: stx-rewards,
          bond-rewards: (get legs claimed),
          bond-totals: (get total claimed),
          total-rewards: total,
        })
      )
      (asserts! (> total u0) ERR_NO_CLAIMABLE_REWARDS)
      (var-set last-accounted-rewards-only (- (var-get last-accounted-rewards-only) total))
      (try! (pay-sbtc total signer))
      (print (merge answer { topic: "claim-rewards", signer-manager: signer, reward-cycle: reward-cycle }))
      (ok answer)
    )
  )
)

(define-private (claim-bond
    (bond-index uint)
    (claimed {
      signer: principal,
      cycle: uint,
      total: uint,
      legs: (list 6 { bond-index: uint, earned: uint, rewards-per-token: uint }),
    })
  )
  (let ((rewards (claim-leg (get signer claimed) (get cycle claimed) (some bond-index))))
    (merge claimed {
      total: (+ (get total claimed) (get earned rewards)),
      legs: (unwrap-panic (as-max-len? (append (get legs claimed) (merge rewards { bond-index: bond-index })) u6)),
    })
  )
)

(define-private (claim-leg (signer principal) (cycle uint) (bond-index (optional uint)))
  (let ((rewards (settle-signer signer cycle bond-index)))
    (map-set signer-unclaimed-rewards-for-cycle { reward-cycle: cycle, bond-index: bond-index, signer: signer } u0)
    rewards
  )
)

;; Counts what a staker earned as paid. The signer, which calls this itself, pays it out of what it claimed.
(define-public (claim-staker-rewards-for-signer (staker principal) (reward-cycle uint) (bond-index (optional uint)))
  (begin
    (try! (assert-outermost))
    (let (
        (signer contract-caller)
        (rewards (settle-staker staker signer reward-cycle bond-index))
      )
      (map-set staker-unclaimed-rewards-for-cycle
        { reward-cycle: reward-cycle, bond-index: bond-index, signer: signer, staker: staker }
        u0
      )
      (print {
        topic: "claim-staker-rewards-for-signer",
        signer-manager: signer,
        staker: staker,
        reward-cycle: reward-cycle,
        bond-index: bond-index,
        rewards-claimed: (get earned rewards),
      })
      (ok rewards)
    )
  )
)
