(define-data-var bond-admin principal 'SP72DMR3MJKS7RVBY33JVV7EEJSQ1PYDVKDP10FX)
(define-data-var pause-admin principal 'SP72DMR3MJKS7RVBY33JVV7EEJSQ1PYDVKDP10FX)
(define-data-var rewards-paused bool false)
(define-data-var configured bool false)
(define-data-var first-burnchain-block-height uint u0)
(define-data-var pox-prepare-cycle-length uint (if is-in-mainnet u100 u50))
(define-data-var pox-reward-cycle-length uint (if is-in-mainnet u2100 u1050))
(define-data-var first-pox-5-reward-cycle uint u0)
(define-data-var first-bond-period-cycle uint u0)
(define-data-var last-reward-compute-height uint u0)
;; What is distributed and not yet claimed.
(define-data-var last-accounted-rewards-only uint u0)
(define-data-var reserve-balance uint u0)
(define-data-var total-sbtc-staked uint u0)
(define-data-var signer-manager-call-active bool false)

(define-map protocol-bonds uint {
  ;; In basis points a year.
  target-rate: uint,
  ;; uSTX per 100 sats.
  stx-value-ratio: uint,
  ;; In basis points of the value of the sats.
  min-ustx-ratio: uint,
  early-unlock-bytes: (buff 683),
})
(define-map protocol-bond-allowances { bond-index: uint, staker: principal } uint)
(define-map protocol-bond-memberships principal {
  bond-index: uint,
  amount-ustx: uint,
  signer: principal,
  is-l1-lock: bool,
  amount-sats: uint,
})
(define-map protocol-bonds-total-staked uint uint)
(define-map protocol-bond-l1-early-exit-announced { bond-index: uint, staker: principal } bool)

(define-map signers principal (buff 33))
(define-map signer-key-grants { signer-key: (buff 33), signer-manager: principal } bool)
(define-map used-signer-key-grants { signer-key: (buff 33), signer-manager: principal, auth-id: uint } bool)

(define-map staker-info principal {
  amount-ustx: uint,
  first-reward-cycle: uint,
  num-cycles: uint,
  signer: principal,
})
(define-map staker-signer-cycle-memberships { staker: principal, cycle: uint } { amount-ustx: uint, signer: principal })
;; All uSTX of a signer, those of bonds, too: its weight.
(define-map signer-delegated-per-cycle { signer: principal, cycle: uint } uint)
(define-map ustx-delegated-per-cycle uint uint)
;; The uSTX of a signer's stakers. They are shares as long as the signer is in the set.
(define-map signer-pending-staked-ustx-per-cycle { signer: principal, cycle: uint } uint)

;; The signers of a cycle, as a doubly linked list.
(define-map signer-set-ll-for-cycle { cycle: uint, signer: principal } { prev: (optional principal), next: (optional principal) })
(define-map signer-set-ll-first-for-cycle uint principal)
(define-map signer-set-ll-last-for-cycle uint principal)

(define-map total-shares-staked-for-cycle { reward-cycle: uint, bond-index: (optional uint) } uint)
(define-map signer-shares-staked-for-cycle { reward-cycle: uint, bond-index: (optional uint), signer: principal } uint)
(define-map staker-shares-staked-for-cycle { reward-cycle: uint, bond-index: (optional uint), staker: principal, signer: principal } uint)
;; Rewards per share: of all, what a signer's own stakers get, and up to where signers and stakers are settled.
(define-map rewards-per-token-for-cycle { reward-cycle: uint, bond-index: (optional uint) } uint)
(define-map signer-rewards-per-token-for-cycle { signer: principal, reward-cycle: uint, bond-index: (optional uint) } uint)
(define-map signer-rewards-per-token-settled-for-cycle { reward-cycle: uint, bond-index: (optional uint), signer: principal } uint)
(define-map staker-rewards-per-token-settled-for-cycle
  { reward-cycle: uint, bond-index: (optional uint), signer: principal, staker: principal } uint)
(define-map signer-unclaimed-rewards-for-cycle { reward-cycle: uint, bond-index: (optional uint), signer: principal } uint)
(define-map staker-unclaimed-rewards-for-cycle
  { reward-cycle: uint, bond-index: (optional uint), signer: principal, staker: principal } uint)
