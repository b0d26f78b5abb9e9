;; Records that a key signs for a manager, which calls this itself. The signature can be used once.
(define-public (grant-signer-key
    (signer-key (buff 33))
    (signer-manager principal)
    (auth-id uint)
    (signer-sig (buff 65))
  )
  (let ((answer { signer-key: signer-key, signer-manager: signer-manager, auth-id: auth-id }))
    (try! (assert-outermost))
    (asserts! (is-eq contract-caller signer-manager) ERR_UNAUTHORIZED_SIGNER_REGISTRATION)
    (asserts! (map-insert used-signer-key-grants answer true) ERR_SIGNER_KEY_GRANT_USED)
    (asserts!
      (is-eq
        (unwrap! (secp256k1-recover? (get-signer-grant-message-hash signer-manager auth-id) signer-sig) ERR_INVALID_SIGNATURE_RECOVER)
        signer-key
      )
      ERR_INVALID_SIGNATURE_PUBKEY
    )
    (map-set signer-key-grants { signer-key: signer-key, signer-manager: signer-manager } true)
    (print (merge answer { topic: "grant-signer-key" }))
    (ok answer)
  )
)

;; Takes back a grant. The account of the key calls this itself.
(define-public (revoke-signer-grant (signer-manager principal) (signer-key (buff 33)))
  (let (
      (grant { signer-key: signer-key, signer-manager: signer-manager })
      (version (if is-in-mainnet STACKS_ADDR_VERSION_MAINNET STACKS_ADDR_VERSION_TESTNET))
    )
    (try! (assert-outermost))
    (asserts! (is-eq (principal-construct? version (hash160 signer-key)) (ok contract-caller)) ERR_UNAUTHORIZED)
    (let ((existed (map-delete signer-key-grants grant)))
      (print (merge grant { topic: "revoke-signer-grant" }))
      (ok (merge grant { existed: existed }))
    )
  )
)

;; Registers a manager of signers, or gives it another key. It calls this itself.
(define-public (register-signer (signer-manager <signer-manager-trait>) (signer-key (buff 33)))
  (let (
      (signer (contract-of signer-manager))
      (answer { signer: signer, signer-key: signer-key })
    )
    (try! (assert-outermost))
    (try! (verify-signer-key-grant signer signer-key))
    (asserts! (is-eq contract-caller signer) ERR_UNAUTHORIZED_SIGNER_REGISTRATION)
    (map-set signers signer signer-key)
    (print (merge answer { topic: "register-signer" }))
    (ok answer)
  )
)

(define-read-only (get-signer-grant-message-hash (signer-manager principal) (auth-id uint))
  (sha256 (concat
    SIP018_MSG_PREFIX
    (sha256 (unwrap-panic (to-consensus-buff? POX_5_SIGNER_DOMAIN)))
    (sha256 (unwrap-panic (to-consensus-buff? {
      topic: "grant-authorization",
      signer-manager: signer-manager,
      auth-id: auth-id,
    })))
  ))
)

(define-read-only (verify-signer-key-grant (signer-manager principal) (signer-key (buff 33)))
  (if (is-some (map-get? signer-key-grants { signer-key: signer-key, signer-manager: signer-manager }))
    (ok true)
    ERR_SIGNER_KEY_GRANT_NOT_FOUND
  )
)

(define-read-only (get-signer-info (signer principal))
  (map-get? signers signer)
)
