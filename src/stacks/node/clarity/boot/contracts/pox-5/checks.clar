(define-private (assert-outermost)
  (if (var-get signer-manager-call-active) ERR_REENTRANT_CALL (ok true))
)

;; In the prepare phase the next cycle's signers are known.
(define-private (assert-reward-phase)
  (if (is-in-prepare-phase (current-pox-reward-cycle)) ERR_STAKE_IN_PREPARE_PHASE (ok true))
)

(define-private (assert-signer (signer principal))
  (verify-signer-key-grant signer (unwrap! (map-get? signers signer) ERR_SIGNER_NOT_FOUND))
)

;; Asks whether a position may be taken. Meanwhile no other call is served.
(define-private (ask-manager
    (signer-manager <signer-manager-trait>)
    (staker principal)
    (first-index uint)
    (num-indexes uint)
    (amount-ustx uint)
    (amount-sats uint)
    (is-bond bool)
    (signer-calldata (optional (buff 500)))
  )
  (begin
    (try! (assert-outermost))
    (var-set signer-manager-call-active true)
    (try! (contract-call? signer-manager validate-stake!
      staker first-index num-indexes amount-ustx amount-sats is-bond signer-calldata
    ))
    (var-set signer-manager-call-active false)
    (ok true)
  )
)
