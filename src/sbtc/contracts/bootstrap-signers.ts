/** The source of `sbtc-bootstrap-signers`: the signers rotate their keys and replace contracts of the protocol. */
export const BOOTSTRAP_SIGNERS = `;; Lets the current signers name their successors, and the contracts of the protocol.

(define-constant ERR_KEY_SIZE (err u200))
(define-constant ERR_INVALID_CALLER (err u201))
(define-constant ERR_SIGNATURE_THRESHOLD (err u202))
;; The code of the first key; add the position of the key that is too short.
(define-constant ERR_KEY_SIZE_PREFIX u210)

;; Bytes of a compressed public key.
(define-constant key-size u33)
;; Every byte, at its own position.
(define-constant BUFF_TO_BYTE (list
  ${Array.from({ length: 256 }, (_, byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(' ')}))

(define-public (rotate-keys-wrapper
    (new-keys (list 128 (buff 33)))
    (new-aggregate-pubkey (buff 33))
    (new-signature-threshold uint))
  (let ((count (len new-keys)))
    (asserts! (> count u1) ERR_KEY_SIZE)
    (asserts! (<= new-signature-threshold count) ERR_SIGNATURE_THRESHOLD)
    (asserts! (> (* new-signature-threshold u2) count) ERR_SIGNATURE_THRESHOLD)
    (asserts! (is-signers) ERR_INVALID_CALLER)
    (try! (fold check-key new-keys (ok u0)))
    (asserts! (is-eq (len new-aggregate-pubkey) key-size) ERR_KEY_SIZE)
    (contract-call? .sbtc-registry rotate-keys new-keys (pubkeys-to-principal new-keys new-signature-threshold)
      new-aggregate-pubkey new-signature-threshold)))

(define-public (update-protocol-contract-wrapper (contract-type (buff 1)) (contract-address principal))
  (begin
    (asserts! (is-signers) ERR_INVALID_CALLER)
    (contract-call? .sbtc-registry update-protocol-contract contract-type contract-address)))

;; The P2SH multisig address of the keys, of which \`m\` must sign.
(define-read-only (pubkeys-to-principal (pubkeys (list 128 (buff 33))) (m uint))
  (unwrap-panic (principal-construct? (if is-in-mainnet 0x14 0x15) (pubkeys-to-hash pubkeys m))))

(define-read-only (pubkeys-to-hash (pubkeys (list 128 (buff 33))) (m uint))
  (hash160 (pubkeys-to-spend-script pubkeys m)))

;; The Bitcoin script OP_m <key> ... OP_n OP_CHECKMULTISIG.
(define-read-only (pubkeys-to-spend-script (pubkeys (list 128 (buff 33))) (m uint))
  (concat (uint-to-byte (+ u80 m))
    (concat (pubkeys-to-bytes pubkeys) (concat (uint-to-byte (+ u80 (len pubkeys))) 0xae))))

(define-read-only (pubkeys-to-bytes (pubkeys (list 128 (buff 33))))
  (fold concat-pubkeys-fold pubkeys 0x))

;; Appends a key with its length.
(define-read-only (concat-pubkeys-fold (pubkey (buff 33)) (iterator (buff 4352)))
  (unwrap-panic (as-max-len? (concat iterator (concat (bytes-len pubkey) pubkey)) u4352)))

(define-read-only (bytes-len (bytes (buff 33)))
  (uint-to-byte (len bytes)))

(define-read-only (uint-to-byte (n uint))
  (unwrap-panic (element-at? BUFF_TO_BYTE n)))

(define-private (check-key (key (buff 33)) (checked (response uint uint)))
  (let ((index (try! checked)))
    (asserts! (is-eq (len key) key-size) (err (+ ERR_KEY_SIZE_PREFIX index)))
    (ok (+ index u1))))

(define-private (is-signers)
  (is-eq tx-sender (contract-call? .sbtc-registry get-current-signer-principal)))
`;
