(define-private (verify-lockup
    (output {
      height: uint,
      tx: (buff 100000),
      output-index: uint,
      header: (buff 80),
      leaf-hashes: (list 14 (buff 32)),
      tx-count: uint,
      tx-index: uint,
      amount: uint,
      unlock-burn-height: uint,
    })
    (verified (response
      {
        staker: principal,
        minimum-height: uint,
        staker-unlock-bytes: (buff 683),
        early-unlock-bytes: (buff 683),
        seen: (list 10 { txid: (buff 32), output-index: uint }),
        sum: uint,
      }
      uint
    ))
  )
  (let (
      (before (try! verified))
      (header (get header output))
      (amount (get amount output))
      (unlock-height (get unlock-burn-height output))
      ;; As the block has it, while the header's fields are read in the order of texts.
      (merkle-root (reverse-buff32 (get merkle-root (try! (parse-block-header header)))))
      (script (try! (construct-lockup-output-script
        (get staker before)
        unlock-height
        (get staker-unlock-bytes before)
        (get early-unlock-bytes before)
      )))
      (found (try! (get-bitcoin-tx-output? (get tx output) (get output-index output))))
      (txid (get txid found))
      (outpoint { txid: txid, output-index: (get output-index output) })
    )
    (asserts! (>= unlock-height (get minimum-height before)) ERR_INVALID_UNLOCK_HEIGHT)
    (asserts! (< unlock-height BITCOIN_LOCKTIME_THRESHOLD) ERR_INVALID_UNLOCK_HEIGHT)
    (asserts! (is-eq (get script found) script) ERR_INVALID_LOCKUP_SCRIPT)
    (asserts! (is-eq (get amount found) amount) ERR_INVALID_LOCKUP_AMOUNT)
    (asserts! (is-none (index-of? (get seen before) outpoint)) ERR_DUPLICATE_LOCKUP_OUTPOINT)
    (asserts! (verify-block-header header (get height output)) ERR_INVALID_BTC_HEADER)
    (asserts!
      (or
        (is-eq txid merkle-root)
        (verify-merkle-proof txid merkle-root (get tx-index output) (get tx-count output) (get leaf-hashes output))
      )
      ERR_INVALID_MERKLE_PROOF
    )
    (ok (merge before {
      seen: (unwrap-panic (as-max-len? (append (get seen before) outpoint) u10)),
      sum: (+ (get sum before) amount),
    }))
  )
)

(define-private (outpoint-of
    (output {
      height: uint,
      tx: (buff 100000),
      output-index: uint,
      header: (buff 80),
      leaf-hashes: (list 14 (buff 32)),
      tx-count: uint,
      tx-index: uint,
      amount: uint,
      unlock-burn-height: uint,
    })
  )
  { txid: (get-reversed-txid (get tx output)), output-index: (get output-index output) }
)

(define-read-only (get-reversed-txid (tx (buff 100000)))
  (sha256 (sha256 tx))
)
