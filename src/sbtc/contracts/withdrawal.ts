/** The source of `sbtc-withdrawal`: holders lock sBTC for a payment in Bitcoin, which the signers accept or reject. */
export const WITHDRAWAL = `;; Exchanges sBTC for Bitcoin: a request locks the amount with its maximum fee until the signers accept or reject it.

(define-constant ERR_INVALID_ADDR_VERSION (err u500))
(define-constant ERR_INVALID_ADDR_HASHBYTES (err u501))
(define-constant ERR_DUST_LIMIT (err u502))
(define-constant ERR_INVALID_REQUEST (err u503))
(define-constant ERR_INVALID_CALLER (err u504))
(define-constant ERR_ALREADY_PROCESSED (err u505))
(define-constant ERR_FEE_TOO_HIGH (err u506))
(define-constant ERR_WITHDRAWAL_INDEX (err u507))
(define-constant ERR_INVALID_BURN_HASH (err u508))
;; The code of the first withdrawal of a list; add the position of the withdrawal that failed.
(define-constant ERR_WITHDRAWAL_INDEX_PREFIX u517)

;; Versions of recipients: 0 P2PKH, 1 P2SH, 2 P2SH-P2WPKH, 3 P2SH-P2WSH, 4 P2WPKH, 5 P2WSH, 6 P2TR.
(define-constant MAX_ADDRESS_VERSION u6)
(define-constant MAX_ADDRESS_VERSION_BUFF_20 u4)
(define-constant MAX_ADDRESS_VERSION_BUFF_32 u6)
;; In sats: an amount must be greater.
(define-constant DUST_LIMIT u546)
(define-constant withdraw-role 0x02)

(define-read-only (get-burn-header (height uint))
  (get-burn-block-info? header-hash height))

(define-read-only (validate-recipient (recipient { version: (buff 1), hashbytes: (buff 32) }))
  (let ((version (buff-to-uint-be (get version recipient))))
    (asserts! (<= version MAX_ADDRESS_VERSION) ERR_INVALID_ADDR_VERSION)
    (asserts!
      (is-eq (len (get hashbytes recipient)) (if (<= version MAX_ADDRESS_VERSION_BUFF_20) u20 u32))
      ERR_INVALID_ADDR_HASHBYTES)
    (ok true)))

;; Returns the id of the request.
(define-public (initiate-withdrawal-request
    (amount uint)
    (recipient { version: (buff 1), hashbytes: (buff 32) })
    (max-fee uint))
  (begin
    (try! (contract-call? .sbtc-token protocol-lock (+ amount max-fee) tx-sender withdraw-role))
    (asserts! (> amount DUST_LIMIT) ERR_DUST_LIMIT)
    (try! (validate-recipient recipient))
    (contract-call? .sbtc-registry create-withdrawal-request amount max-fee tx-sender recipient burn-block-height)))

;; Burns what the request locked, and returns to its sender what is left of the maximum fee.
(define-public (accept-withdrawal-request
    (request-id uint)
    (bitcoin-txid (buff 32))
    (signer-bitmap uint)
    (output-index uint)
    (fee uint)
    (burn-hash (buff 32))
    (burn-height uint)
    (sweep-txid (buff 32)))
  (let (
      (request (unwrap! (contract-call? .sbtc-registry get-withdrawal-request request-id) ERR_INVALID_REQUEST))
      (sender (get sender request))
      (max-fee (get max-fee request)))
    (asserts! (is-eq (some burn-hash) (get-burn-header burn-height)) ERR_INVALID_BURN_HASH)
    (asserts! (is-signers) ERR_INVALID_CALLER)
    (asserts! (is-none (get status request)) ERR_ALREADY_PROCESSED)
    (asserts! (<= fee max-fee) ERR_FEE_TOO_HIGH)
    (try! (contract-call? .sbtc-token protocol-burn-locked (+ (get amount request) max-fee) sender withdraw-role))
    (and
      (< fee max-fee)
      (try! (contract-call? .sbtc-token protocol-mint (- max-fee fee) sender withdraw-role)))
    (contract-call? .sbtc-registry complete-withdrawal-accept request-id bitcoin-txid output-index signer-bitmap fee
      burn-hash burn-height sweep-txid)))

;; Returns what the request locked to its sender.
(define-public (reject-withdrawal-request (request-id uint) (signer-bitmap uint))
  (let ((request (unwrap! (contract-call? .sbtc-registry get-withdrawal-request request-id) ERR_INVALID_REQUEST)))
    (asserts! (is-signers) ERR_INVALID_CALLER)
    (asserts! (is-none (get status request)) ERR_ALREADY_PROCESSED)
    (try! (contract-call? .sbtc-token protocol-unlock (+ (get amount request) (get max-fee request)) (get sender request)
      withdraw-role))
    (contract-call? .sbtc-registry complete-withdrawal-reject request-id signer-bitmap)))

;; Accepts (status true) or rejects all withdrawals of a list, or none. Returns their number. As on mainnet, a missing
;; sweep-txid of an accepted one is a runtime error.
(define-public (complete-withdrawals
    (withdrawals (list 600 {
      request-id: uint,
      status: bool,
      signer-bitmap: uint,
      bitcoin-txid: (optional (buff 32)),
      output-index: (optional uint),
      fee: (optional uint),
      burn-hash: (buff 32),
      burn-height: uint,
      sweep-txid: (optional (buff 32)),
    })))
  (begin
    (asserts! (is-signers) ERR_INVALID_CALLER)
    (fold complete-next withdrawals (ok u0))))

(define-private (complete-next
    (withdrawal {
      request-id: uint,
      status: bool,
      signer-bitmap: uint,
      bitcoin-txid: (optional (buff 32)),
      output-index: (optional uint),
      fee: (optional uint),
      burn-hash: (buff 32),
      burn-height: uint,
      sweep-txid: (optional (buff 32)),
    })
    (completed (response uint uint)))
  (let (
      (index (try! completed))
      (failure (err (+ ERR_WITHDRAWAL_INDEX_PREFIX index))))
    (if (get status withdrawal)
      (unwrap!
        (accept-withdrawal-request
          (get request-id withdrawal)
          (unwrap! (get bitcoin-txid withdrawal) failure)
          (get signer-bitmap withdrawal)
          (unwrap! (get output-index withdrawal) failure)
          (unwrap! (get fee withdrawal) failure)
          (get burn-hash withdrawal)
          (get burn-height withdrawal)
          (unwrap-panic (get sweep-txid withdrawal)))
        failure)
      (unwrap! (reject-withdrawal-request (get request-id withdrawal) (get signer-bitmap withdrawal)) failure))
    (ok (+ index u1))))

(define-private (is-signers)
  (is-eq tx-sender (contract-call? .sbtc-registry get-current-signer-principal)))
`;
