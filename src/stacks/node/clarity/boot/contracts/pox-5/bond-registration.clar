;; Joins a bond, with bitcoin that is locked on its own chain (ok), or with sBTC (err, the sats).
(define-public (register-for-bond
    (bond-index uint)
    (signer-manager <signer-manager-trait>)
    (amount-ustx uint)
    (btc-lockup (response
      {
        outputs: (list 10 {
          height: uint,
          tx: (buff 100000),
          output-index: uint,
          header: (buff 80),
          leaf-hashes: (list 14 (buff 32)),
          tx-count: uint,
          tx-index: uint,
          amount: uint,
          unlock-burn-height: uint,
        }),
        staker-unlock-bytes: (buff 683),
      }
      uint
    ))
    (signer-calldata (optional (buff 500)))
  )
  (let (
      (staker tx-sender)
      (signer (contract-of signer-manager))
      (bond (unwrap! (map-get? protocol-bonds bond-index) ERR_BOND_NOT_FOUND))
      (is-l1-lock (is-ok btc-lockup))
      (sats (match btc-lockup
        lockup (get sum (try! (fold verify-lockup (get outputs lockup) (ok {
          staker: staker,
          minimum-height: (get-bond-l1-unlock-height bond-index),
          staker-unlock-bytes: (get staker-unlock-bytes lockup),
          early-unlock-bytes: (get early-unlock-bytes bond),
          seen: (list),
          sum: u0,
        }))))
        amount amount
      ))
      (max-sats (unwrap! (get-bond-allowance bond-index staker) ERR_NOT_ALLOWLISTED))
      (first-cycle (bond-period-to-reward-cycle bond-index))
      (unlock-cycle (bond-unlock-cycle bond-index))
      (membership (get-bond-membership staker))
      (leg (some bond-index))
      (answer {
        staker: staker,
        signer: signer,
        bond-index: bond-index,
        amount-ustx: amount-ustx,
        sats-total: sats,
        is-l1-lock: is-l1-lock,
        btc-lockup: (match btc-lockup
          lockup { type: "l1", txs: (some (map outpoint-of (get outputs lockup))) }
          amount { type: "l2", txs: none }
        ),
        first-reward-cycle: first-cycle,
        unlock-cycle: unlock-cycle,
        unlock-burn-height: (reward-cycle-to-burn-height unlock-cycle),
      })
    )
    (try! (assert-reward-phase))
    (asserts!
      (>= amount-ustx (min-ustx-for-sats-amount sats (get stx-value-ratio bond) (get min-ustx-ratio bond)))
      ERR_INSUFFICIENT_STX
    )
    (asserts! (< burn-block-height (bond-period-to-burn-height bond-index)) ERR_BOND_ALREADY_STARTED)
    (asserts! (not (stake-overlaps staker first-cycle)) ERR_ALREADY_STAKED)
    (asserts! (<= sats max-sats) ERR_TOO_MUCH_SATS)
    (asserts! (>= (total-ustx-of staker) amount-ustx) ERR_INSUFFICIENT_STX)
    (try! (ask-manager signer-manager staker bond-index u1 amount-ustx sats true signer-calldata))
    (try! (assert-signer signer))
    (asserts! (not (bond-overlaps-new-position? membership first-cycle)) ERR_ALREADY_REGISTERED)
    (try! (assert-rollover membership))
    (try! (roll-sbtc-to staker (if is-l1-lock u0 sats)))
    (settle-signer signer first-cycle leg)
    (settle-staker staker signer first-cycle leg)
    (join-signer-from staker signer first-cycle BOND_LENGTH_CYCLES amount-ustx u0)
    (join-bond-from staker signer bond-index first-cycle BOND_LENGTH_CYCLES sats)
    (map-set protocol-bonds-total-staked bond-index (+ (get-total-sbtc-staked-for-bond bond-index) sats))
    (map-delete staker-info staker)
    (map-set protocol-bond-memberships staker {
      bond-index: bond-index,
      amount-ustx: amount-ustx,
      signer: signer,
      is-l1-lock: is-l1-lock,
      amount-sats: sats,
    })
    (print (merge answer { topic: "register-for-bond" }))
    (ok answer)
  )
)

;; Moves the rest of a bond to another signer, from the next cycle on.
(define-public (update-bond-registration
    (signer-manager <signer-manager-trait>)
    (old-signer-manager <signer-manager-trait>)
    (signer-calldata (optional (buff 500)))
  )
  (let (
      (staker tx-sender)
      (signer (contract-of signer-manager))
      (old-signer (contract-of old-signer-manager))
      (membership (unwrap! (get-bond-membership staker) ERR_NOT_BOND_PARTICIPANT))
      (bond-index (get bond-index membership))
      (amount-ustx (get amount-ustx membership))
      (sats (get amount-sats membership))
      (leg (some bond-index))
      (current-cycle (current-pox-reward-cycle))
      (unlock-cycle (bond-unlock-cycle bond-index))
      (first-cycle (clamp (+ current-cycle u1) (bond-period-to-reward-cycle bond-index) unlock-cycle))
      (num-cycles (- unlock-cycle first-cycle))
      (answer {
        staker: staker,
        signer: signer,
        old-signer: old-signer,
        bond-index: bond-index,
        amount-ustx: amount-ustx,
        amount-sats: sats,
        is-l1-lock: (get is-l1-lock membership),
        first-reward-cycle: first-cycle,
        num-cycles: num-cycles,
      })
    )
    (try! (assert-reward-phase))
    (asserts! (is-eq (get signer membership) old-signer) ERR_INVALID_OLD_SIGNER_MANAGER)
    (asserts! (not (is-eq signer old-signer)) ERR_UPDATE_BOND_SAME_SIGNER)
    (try! (ask-manager signer-manager staker bond-index u1 amount-ustx sats true signer-calldata))
    (try! (assert-signer signer))
    (settle-signer old-signer current-cycle leg)
    (settle-staker staker old-signer current-cycle leg)
    (settle-signer signer current-cycle leg)
    (settle-staker staker signer current-cycle leg)
    (leave-signer-from staker first-cycle num-cycles false)
    (leave-bond-from staker old-signer bond-index first-cycle num-cycles sats)
    (join-signer-from staker signer first-cycle num-cycles amount-ustx u0)
    (join-bond-from staker signer bond-index first-cycle num-cycles sats)
    (map-set protocol-bond-memberships staker (merge membership { signer: signer }))
    (print (merge answer { topic: "update-bond-registration" }))
    (ok answer)
  )
)
