;; Staking of STX, and protocol bonds of STX with bitcoin, from epoch 4.0 on.
;;
;; Answers, errors, events, maps and variables are those of the contract of stacks-node 4.0.2. Before the contract is deployed, the address of
;; the sBTC token and the two administrators are replaced.
;;
;; Amounts are uSTX and sats. A leg of the rewards is a bond, or all stakers together, who have no bond index. A share is a sat of a bond, or a
;; uSTX of a staker.

(define-constant ERR_UNAUTHORIZED (err u1))
(define-constant ERR_CANNOT_SETUP_BOND_TOO_SOON (err u2))
(define-constant ERR_CANNOT_SETUP_BOND_TOO_LATE (err u3))
(define-constant ERR_BOND_ALREADY_SETUP (err u4))
(define-constant ERR_STAKER_ALREADY_ADDED (err u5))
(define-constant ERR_BOND_NOT_FOUND (err u7))
(define-constant ERR_INSUFFICIENT_STX (err u8))
(define-constant ERR_ALREADY_REGISTERED (err u9))
(define-constant ERR_TOO_MUCH_SATS (err u10))
(define-constant ERR_NOT_ALLOWLISTED (err u11))
(define-constant ERR_SIGNER_KEY_GRANT_USED (err u12))
(define-constant ERR_INVALID_SIGNATURE_RECOVER (err u13))
(define-constant ERR_INVALID_SIGNATURE_PUBKEY (err u14))
(define-constant ERR_SIGNER_KEY_GRANT_NOT_FOUND (err u17))
(define-constant ERR_ALREADY_STAKED (err u19))
(define-constant ERR_INVALID_NUM_CYCLES (err u20))
(define-constant ERR_SIGNER_NOT_FOUND (err u23))
(define-constant ERR_INVALID_START_BURN_HEIGHT (err u24))
(define-constant ERR_UNAUTHORIZED_SIGNER_REGISTRATION (err u26))
(define-constant ERR_NOT_STAKING (err u27))
(define-constant ERR_UNSTAKE_IN_PREPARE_PHASE (err u28))
(define-constant ERR_INVALID_BOND_PERIOD_ORDERING (err u29))
(define-constant ERR_DISTRIBUTION_ALREADY_COMPUTED (err u30))
(define-constant ERR_BOND_NOT_ACTIVE (err u31))
(define-constant ERR_NO_CLAIMABLE_REWARDS (err u32))
(define-constant ERR_ACTIVE_BOND_NOT_INCLUDED (err u33))
(define-constant ERR_NOT_BOND_PARTICIPANT (err u34))
(define-constant ERR_CANNOT_ANNOUNCE_L1_EARLY_UNLOCK (err u35))
(define-constant ERR_INVALID_OLD_SIGNER_MANAGER (err u36))
(define-constant ERR_INVALID_UNSTAKE_SBTC_AMOUNT (err u37))
(define-constant ERR_CANNOT_UNSTAKE_SBTC (err u38))
(define-constant ERR_READ_TX_OUT_OF_BOUNDS (err u39))
(define-constant ERR_INVALID_BTC_HEADER (err u40))
(define-constant ERR_INVALID_MERKLE_PROOF (err u41))
(define-constant ERR_INVALID_LOCKUP_SCRIPT (err u42))
(define-constant ERR_BOND_ALREADY_STARTED (err u43))
(define-constant ERR_UPDATE_BOND_SAME_SIGNER (err u44))
(define-constant ERR_INVALID_LOCKUP_AMOUNT (err u45))
(define-constant ERR_DUPLICATE_LOCKUP_OUTPOINT (err u46))
(define-constant ERR_STAKE_IN_PREPARE_PHASE (err u47))
(define-constant ERR_ROLLOVER_TOO_EARLY (err u48))
(define-constant ERR_REENTRANT_CALL (err u49))
(define-constant ERR_L1_EARLY_EXIT_ALREADY_ANNOUNCED (err u50))
(define-constant ERR_INSUFFICIENT_RESERVE_BALANCE (err u51))
(define-constant ERR_INVALID_UNLOCK_HEIGHT (err u52))
(define-constant ERR_REWARDS_PAUSED (err u53))

;; What a signer needs in a cycle to be in its set.
(define-constant SIGNER_SET_MIN_USTX u50000000000)
(define-constant MAX_NUM_CYCLES u96)
(define-constant BOND_LENGTH_CYCLES u12)
(define-constant BOND_GAP_CYCLES u2)
;; In basis points of what bonds leave.
(define-constant RESERVE_RATIO u1500)
;; The scale of rewards per share.
(define-constant PRECISION u1000000000000000000)
;; From here on, Bitcoin reads a lock time as seconds.
(define-constant BITCOIN_LOCKTIME_THRESHOLD u500000000)
(define-constant STACKS_ADDR_VERSION_MAINNET 0x16)
(define-constant STACKS_ADDR_VERSION_TESTNET 0x1a)
(define-constant SIP018_MSG_PREFIX 0x534950303138)
(define-constant POX_5_SIGNER_DOMAIN {
  name: "pox-5-signer",
  version: "1.0.0",
  chain-id: chain-id,
})

(define-trait signer-manager-trait (
  ;; Decides whether a staker may join. Arguments: staker, first cycle or bond index, number of cycles or bonds, uSTX, sats, whether it is a
  ;; bond, any data.
  (validate-stake! (principal uint uint uint uint bool (optional (buff 500))) (response bool uint))
))
