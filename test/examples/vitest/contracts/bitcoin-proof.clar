;; Verifies Bitcoin transactions: the node knows the hash of each Bitcoin block, the hash commits to the block's header, and the header to the
;; Merkle tree of the transactions. Each transaction can be claimed once.
(define-constant err-unknown-block (err u1))
(define-constant err-not-in-block (err u2))
(define-constant err-claimed (err u3))
(define-map claims (buff 32) principal)

(define-read-only (claimed-by (txid (buff 32)))
  (map-get? claims txid))

;; The transaction has no witnesses. The index is its position in the block. The path has the hashes beside its own on the way to the root.
(define-public (claim (tx (buff 1024)) (height uint) (header (buff 80)) (index uint) (path (list 14 (buff 32))))
  (let ((txid (sha256 (sha256 tx)))
        (root (get hash (fold climb path { hash: txid, index: index }))))
    (asserts! (is-eq (get-burn-block-info? header-hash height) (some (reverse (sha256 (sha256 header))))) err-unknown-block)
    ;; 64 bytes may be two hashes of the tree instead of a transaction.
    (asserts! (and (not (is-eq (len tx) u64)) (is-eq (slice? header u36 u68) (some root))) err-not-in-block)
    (asserts! (map-insert claims txid tx-sender) err-claimed)
    (ok txid)))

(define-private (climb (beside (buff 32)) (at { hash: (buff 32), index: uint }))
  (let ((is-left (is-eq (mod (get index at) u2) u0))
        (pair (if is-left (concat (get hash at) beside) (concat beside (get hash at)))))
    { hash: (sha256 (sha256 pair)), index: (/ (get index at) u2) }))

;; Nodes name blocks and transactions by their reversed hashes.
(define-private (reverse (hash (buff 32)))
  (fold prepend hash 0x))

(define-private (prepend (byte (buff 1)) (rest (buff 32)))
  (unwrap-panic (as-max-len? (concat byte rest) u32)))
