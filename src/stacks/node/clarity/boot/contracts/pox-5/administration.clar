;; Sets what the chain's configuration says, once.
(define-public (set-burnchain-parameters
    (first-burn-height uint)
    (prepare-cycle-length uint)
    (reward-cycle-length uint)
    (begin-pox5-reward-cycle uint)
  )
  (begin
    (unwrap-panic (if (var-get configured) none (some true)))
    (var-set first-burnchain-block-height first-burn-height)
    (var-set pox-prepare-cycle-length prepare-cycle-length)
    (var-set pox-reward-cycle-length reward-cycle-length)
    (var-set first-pox-5-reward-cycle begin-pox5-reward-cycle)
    (var-set first-bond-period-cycle begin-pox5-reward-cycle)
    (var-set configured true)
    (ok true)
  )
)

(define-public (set-bond-admin (new-admin principal))
  (let ((answer { old-admin: (var-get bond-admin), new-admin: new-admin }))
    (asserts! (is-eq contract-caller (var-get bond-admin)) ERR_UNAUTHORIZED)
    (try! (assert-outermost))
    (var-set bond-admin new-admin)
    (print (merge answer { topic: "set-bond-admin" }))
    (ok answer)
  )
)

(define-public (set-pause-admin (new-admin principal))
  (let ((answer { old-admin: (var-get pause-admin), new-admin: new-admin }))
    (asserts! (is-eq contract-caller (var-get pause-admin)) ERR_UNAUTHORIZED)
    (try! (assert-outermost))
    (var-set pause-admin new-admin)
    (print (merge answer { topic: "set-pause-admin" }))
    (ok answer)
  )
)

;; Ends claims of rewards for good.
(define-public (pause-rewards)
  (begin
    (asserts! (is-eq contract-caller (var-get pause-admin)) ERR_UNAUTHORIZED)
    (try! (assert-outermost))
    (var-set rewards-paused true)
    (print { topic: "pause-rewards" })
    (ok true)
  )
)

(define-public (setup-bond
    (bond-index uint)
    (target-rate uint)
    (stx-value-ratio uint)
    (min-ustx-ratio uint)
    (early-unlock-bytes (buff 683))
    (allowlist (list 1000 { staker: principal, max-sats: uint }))
  )
  (let (
      (start-height (bond-period-to-burn-height bond-index))
      (unlock-cycle (bond-unlock-cycle bond-index))
      (terms {
        target-rate: target-rate,
        stx-value-ratio: stx-value-ratio,
        min-ustx-ratio: min-ustx-ratio,
        early-unlock-bytes: early-unlock-bytes,
      })
      (answer (merge terms { bond-index: bond-index }))
    )
    (asserts! (is-eq contract-caller (var-get bond-admin)) ERR_UNAUTHORIZED)
    (try! (assert-outermost))
    (asserts! (< burn-block-height start-height) ERR_CANNOT_SETUP_BOND_TOO_LATE)
    (asserts!
      (>= burn-block-height (- start-height (* BOND_GAP_CYCLES (var-get pox-reward-cycle-length))))
      ERR_CANNOT_SETUP_BOND_TOO_SOON
    )
    (asserts! (map-insert protocol-bonds bond-index terms) ERR_BOND_ALREADY_SETUP)
    (print (merge answer {
      topic: "setup-bond",
      bond-start-height: start-height,
      first-reward-cycle: (bond-period-to-reward-cycle bond-index),
      unlock-cycle: unlock-cycle,
      unlock-burn-height: (reward-cycle-to-burn-height unlock-cycle),
    }))
    (let ((allowed (try! (fold allow-staker allowlist (ok { bond-index: bond-index, sats: u0 })))))
      (ok (merge answer { max-allocation-sats: (get sats allowed) }))
    )
  )
)

(define-private (allow-staker
    (entry { staker: principal, max-sats: uint })
    (allowed (response { bond-index: uint, sats: uint } uint))
  )
  (let (
      (before (try! allowed))
      (bond-index (get bond-index before))
      (staker (get staker entry))
      (max-sats (get max-sats entry))
    )
    (asserts! (map-insert protocol-bond-allowances { bond-index: bond-index, staker: staker } max-sats) ERR_STAKER_ALREADY_ADDED)
    (print { topic: "add-to-allowlist", bond-index: bond-index, staker: staker, max-sats: max-sats })
    (ok { bond-index: bond-index, sats: (+ (get sats before) max-sats) })
  )
)
