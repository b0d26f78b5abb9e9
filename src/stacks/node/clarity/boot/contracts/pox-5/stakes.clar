(define-public (stake
    (signer-manager <signer-manager-trait>)
    (amount-ustx uint)
    (num-cycles uint)
    (start-burn-ht uint)
    (signer-calldata (optional (buff 500)))
  )
  (let (
      (staker tx-sender)
      (signer (contract-of signer-manager))
      (first-cycle (+ (current-pox-reward-cycle) u1))
      (start-cycle (burn-height-to-reward-cycle start-burn-ht))
      (unlock-cycle (+ first-cycle num-cycles))
      (membership (get-bond-membership staker))
      (info { amount-ustx: amount-ustx, first-reward-cycle: first-cycle, num-cycles: num-cycles, signer: signer })
    )
    (try! (assert-reward-phase))
    (try! (ask-manager signer-manager staker first-cycle num-cycles amount-ustx u0 false signer-calldata))
    (try! (assert-signer signer))
    (asserts! (is-eq (+ start-cycle u1) first-cycle) ERR_INVALID_START_BURN_HEIGHT)
    (asserts! (check-pox-lock-period num-cycles) ERR_INVALID_NUM_CYCLES)
    (asserts! (is-none (get-staker-info staker)) ERR_ALREADY_STAKED)
    (asserts! (not (bond-overlaps-new-position? membership first-cycle)) ERR_ALREADY_STAKED)
    (try! (assert-rollover membership))
    (asserts! (>= (total-ustx-of staker) amount-ustx) ERR_INSUFFICIENT_STX)
    (try! (roll-sbtc-to staker u0))
    (map-delete protocol-bond-memberships staker)
    (map-set staker-info staker info)
    (join-signer-from staker signer first-cycle num-cycles amount-ustx amount-ustx)
    (let ((answer (merge info (unlock-of staker unlock-cycle))))
      (print (merge answer { topic: "stake" }))
      (ok answer)
    )
  )
)

;; Moves a stake to another signer, makes it longer, or adds to it, from the next cycle on.
(define-public (stake-update
    (signer-manager <signer-manager-trait>)
    (old-signer-manager <signer-manager-trait>)
    (cycles-to-extend uint)
    (amount-increase uint)
    (signer-calldata (optional (buff 500)))
  )
  (let (
      (staker tx-sender)
      (signer (contract-of signer-manager))
      (old-signer (contract-of old-signer-manager))
      (info (unwrap! (get-staker-info staker) ERR_NOT_STAKING))
      (next-cycle (+ (current-pox-reward-cycle) u1))
      (old-unlock-cycle (stake-unlock-cycle info))
      (unlock-cycle (+ old-unlock-cycle cycles-to-extend))
      (num-cycles (- unlock-cycle next-cycle))
      (amount-ustx (+ (get amount-ustx info) amount-increase))
    )
    (try! (assert-reward-phase))
    (try! (ask-manager signer-manager staker next-cycle num-cycles amount-ustx u0 false signer-calldata))
    (asserts! (is-eq (get signer info) old-signer) ERR_INVALID_OLD_SIGNER_MANAGER)
    (try! (assert-signer signer))
    (asserts! (check-pox-lock-period num-cycles) ERR_INVALID_NUM_CYCLES)
    (asserts! (>= (get unlocked (stx-account staker)) amount-increase) ERR_INSUFFICIENT_STX)
    (leave-signer-from staker next-cycle (- old-unlock-cycle next-cycle) true)
    (join-signer-from staker signer next-cycle num-cycles amount-ustx amount-ustx)
    (map-set staker-info staker (merge info {
      amount-ustx: amount-ustx,
      num-cycles: (- unlock-cycle (get first-reward-cycle info)),
      signer: signer,
    }))
    (let ((answer (merge (unlock-of staker unlock-cycle) {
        signer: signer,
        old-signer: old-signer,
        amount-ustx: amount-ustx,
        amount-increase: amount-increase,
        cycles-to-extend: cycles-to-extend,
        num-cycles: num-cycles,
        ;; A cycle, despite the name.
        prev-unlock-height: old-unlock-cycle,
      })))
      (print (merge answer { topic: "stake-update" }))
      (ok answer)
    )
  )
)

;; Ends a stake with the current cycle.
(define-public (unstake (old-signer-manager <signer-manager-trait>))
  (let (
      (staker tx-sender)
      (signer (contract-of old-signer-manager))
      (info (unwrap! (get-staker-info staker) ERR_NOT_STAKING))
      (current-cycle (current-pox-reward-cycle))
      (unlock-cycle (+ current-cycle u1))
      (answer (merge (unlock-of staker unlock-cycle) {
        signer: signer,
        amount-ustx: (get amount-ustx info),
        first-reward-cycle: (get first-reward-cycle info),
      }))
    )
    (asserts! (is-eq (get signer info) signer) ERR_INVALID_OLD_SIGNER_MANAGER)
    (asserts! (not (is-in-prepare-phase current-cycle)) ERR_UNSTAKE_IN_PREPARE_PHASE)
    (try! (assert-outermost))
    (leave-signer-from staker unlock-cycle (- (stake-unlock-cycle info) unlock-cycle) true)
    (map-set staker-info staker (merge info { num-cycles: (- unlock-cycle (get first-reward-cycle info)) }))
    (print (merge answer { topic: "unstake" }))
    (ok answer)
  )
)

(define-read-only (get-staker-info (staker principal))
  (match (map-get? staker-info staker)
    info (if (< (current-pox-reward-cycle) (stake-unlock-cycle info)) (some info) none)
    none
  )
)

(define-read-only (check-pox-lock-period (lock-period uint))
  (and (>= lock-period u1) (<= lock-period MAX_NUM_CYCLES))
)

;; What positions answer about their end.
(define-private (unlock-of (staker principal) (unlock-cycle uint))
  { staker: staker, unlock-cycle: unlock-cycle, unlock-burn-height: (reward-cycle-to-burn-height unlock-cycle) }
)

(define-private (stake-unlock-cycle (info { amount-ustx: uint, first-reward-cycle: uint, num-cycles: uint, signer: principal }))
  (+ (get first-reward-cycle info) (get num-cycles info))
)

;; What an account has, also what is locked.
(define-private (total-ustx-of (account principal))
  (let ((balance (stx-account account)))
    (+ (get unlocked balance) (get locked balance))
  )
)

(define-private (stake-overlaps (staker principal) (first-cycle uint))
  (match (get-staker-info staker)
    info (> (stake-unlock-cycle info) first-cycle)
    false
  )
)
