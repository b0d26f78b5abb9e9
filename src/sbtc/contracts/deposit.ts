/** The source of `sbtc-deposit`: the signers mint sBTC for a deposit whose sweep is in a Bitcoin block. */
export const DEPOSIT = `;; Mints sBTC for Bitcoin deposits that the signers have swept.

(define-constant ERR_TXID_LEN (err u300))
(define-constant ERR_DEPOSIT_REPLAY (err u301))
(define-constant ERR_LOWER_THAN_DUST (err u302))
(define-constant ERR_DEPOSIT (err u303))
(define-constant ERR_INVALID_CALLER (err u304))
(define-constant ERR_INVALID_BURN_HASH (err u305))
;; The code of the first deposit of a list; add the position of the deposit that failed.
(define-constant ERR_DEPOSIT_INDEX_PREFIX u313)

(define-constant txid-length u32)
;; In sats: the least amount that can be minted.
(define-constant dust-limit u546)
(define-constant deposit-role 0x01)

(define-read-only (get-burn-header (height uint))
  (get-burn-block-info? header-hash height))

(define-public (complete-deposit-wrapper
    (txid (buff 32))
    (vout-index uint)
    (amount uint)
    (recipient principal)
    (burn-hash (buff 32))
    (burn-height uint)
    (sweep-txid (buff 32)))
  (begin
    (asserts! (is-signers) ERR_INVALID_CALLER)
    (asserts! (>= amount dust-limit) ERR_LOWER_THAN_DUST)
    (asserts! (is-eq (len txid) txid-length) ERR_TXID_LEN)
    (asserts! (is-eq (len sweep-txid) txid-length) ERR_TXID_LEN)
    (asserts! (is-none (contract-call? .sbtc-registry get-deposit-status txid vout-index)) ERR_DEPOSIT_REPLAY)
    (asserts! (is-eq (some burn-hash) (get-burn-header burn-height)) ERR_INVALID_BURN_HASH)
    (try! (contract-call? .sbtc-token protocol-mint amount recipient deposit-role))
    (contract-call? .sbtc-registry complete-deposit txid vout-index amount recipient burn-hash burn-height sweep-txid)))

;; Completes all deposits of a list, or none. Returns their number.
(define-public (complete-deposits-wrapper
    (deposits (list 500 {
      txid: (buff 32),
      vout-index: uint,
      amount: uint,
      recipient: principal,
      burn-hash: (buff 32),
      burn-height: uint,
      sweep-txid: (buff 32),
    })))
  (begin
    (asserts! (is-signers) ERR_INVALID_CALLER)
    (fold complete-next deposits (ok u0))))

(define-private (complete-next
    (deposit {
      txid: (buff 32),
      vout-index: uint,
      amount: uint,
      recipient: principal,
      burn-hash: (buff 32),
      burn-height: uint,
      sweep-txid: (buff 32),
    })
    (completed (response uint uint)))
  (let ((index (try! completed)))
    (unwrap!
      (complete-deposit-wrapper
        (get txid deposit)
        (get vout-index deposit)
        (get amount deposit)
        (get recipient deposit)
        (get burn-hash deposit)
        (get burn-height deposit)
        (get sweep-txid deposit))
      (err (+ ERR_DEPOSIT_INDEX_PREFIX index)))
    (ok (+ index u1))))

(define-private (is-signers)
  (is-eq tx-sender (contract-call? .sbtc-registry get-current-signer-principal)))
`;
