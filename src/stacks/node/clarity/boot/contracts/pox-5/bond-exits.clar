;; Ends the rewards of a staker whose bitcoin left its lock early. The STX stay locked.
(define-public (announce-l1-early-exit (staker principal) (old-signer-manager <signer-manager-trait>))
  (let (
      (signer (contract-of old-signer-manager))
      (membership (unwrap! (get-bond-membership staker) ERR_NOT_BOND_PARTICIPANT))
      (bond-index (get bond-index membership))
      (sats (get amount-sats membership))
      (answer { staker: staker, signer: signer, bond-index: bond-index, amount-sats-released: sats })
    )
    (try! (assert-reward-phase))
    (try! (assert-outermost))
    (asserts! (and (is-eq contract-caller staker) (is-eq tx-sender staker)) ERR_UNAUTHORIZED)
    (asserts! (get is-l1-lock membership) ERR_CANNOT_ANNOUNCE_L1_EARLY_UNLOCK)
    (asserts! (is-eq (get signer membership) signer) ERR_INVALID_OLD_SIGNER_MANAGER)
    (asserts!
      (map-insert protocol-bond-l1-early-exit-announced { bond-index: bond-index, staker: staker } true)
      ERR_L1_EARLY_EXIT_ALREADY_ANNOUNCED
    )
    (withdraw-sats staker membership sats)
    (print (merge answer { topic: "announce-l1-early-exit" }))
    (ok answer)
  )
)

;; Pays back sBTC of a bond, also after its end.
(define-public (unstake-sbtc (signer-manager <signer-manager-trait>) (amount-to-withdrawal-sats uint))
  (let (
      (staker tx-sender)
      (signer (contract-of signer-manager))
      (membership (unwrap! (map-get? protocol-bond-memberships staker) ERR_NOT_BOND_PARTICIPANT))
      (sats (get amount-sats membership))
    )
    (asserts! (<= amount-to-withdrawal-sats sats) ERR_INVALID_UNSTAKE_SBTC_AMOUNT)
    (try! (assert-reward-phase))
    (asserts! (is-eq (get signer membership) signer) ERR_INVALID_OLD_SIGNER_MANAGER)
    (asserts! (not (get is-l1-lock membership)) ERR_CANNOT_UNSTAKE_SBTC)
    (try! (assert-outermost))
    (let ((answer {
        staker: staker,
        signer: signer,
        bond-index: (get bond-index membership),
        amount-withdrawn-sats: amount-to-withdrawal-sats,
        new-amount-sats: (- sats amount-to-withdrawal-sats),
      }))
      (withdraw-sats staker membership amount-to-withdrawal-sats)
      (var-set total-sbtc-staked (- (var-get total-sbtc-staked) amount-to-withdrawal-sats))
      (try! (pay-sbtc amount-to-withdrawal-sats staker))
      (print (merge answer { topic: "unstake-sbtc" }))
      (ok answer)
    )
  )
)

;; Takes sats out of what is left of a bond, with the current cycle.
(define-private (withdraw-sats
    (staker principal)
    (membership { bond-index: uint, amount-ustx: uint, signer: principal, is-l1-lock: bool, amount-sats: uint })
    (amount uint)
  )
  (let (
      (bond-index (get bond-index membership))
      (rest (- (get amount-sats membership) amount))
      (unlock-cycle (bond-unlock-cycle bond-index))
      (first-cycle (clamp (current-pox-reward-cycle) (bond-period-to-reward-cycle bond-index) unlock-cycle))
    )
    (fold withdraw-sats-in (offsets (- unlock-cycle first-cycle)) {
      staker: staker,
      first-cycle: first-cycle,
      bond-index: bond-index,
      amount: amount,
      rest: rest,
    })
    (map-set protocol-bond-memberships staker (merge membership { amount-sats: rest }))
    (map-set protocol-bonds-total-staked bond-index (- (get-total-sbtc-staked-for-bond bond-index) amount))
  )
)

(define-private (withdraw-sats-in
    (offset uint)
    (exit { staker: principal, first-cycle: uint, bond-index: uint, amount: uint, rest: uint })
  )
  (let (
      (cycle (+ (get first-cycle exit) offset))
      (staker (get staker exit))
      (amount (get amount exit))
      (leg { reward-cycle: cycle, bond-index: (some (get bond-index exit)) })
      ;; It differs between the current cycle and the next ones after a change.
      (signer (get signer (unwrap-panic (get-signer-cycle-membership staker cycle))))
    )
    (settle-signer signer cycle (get bond-index leg))
    (settle-staker staker signer cycle (get bond-index leg))
    (map-set total-shares-staked-for-cycle leg (- (get-total-shares-staked-for-cycle cycle (get bond-index leg)) amount))
    (map-set signer-shares-staked-for-cycle
      (merge leg { signer: signer })
      (- (get-signer-shares-staked-for-cycle signer cycle (get bond-index leg)) amount)
    )
    (map-set staker-shares-staked-for-cycle (merge leg { signer: signer, staker: staker }) (get rest exit))
    exit
  )
)
