(define-read-only (read-uint32 (ctx { txbuff: (buff 4096), index: uint }))
  (let (
      (start (get index ctx))
      (end (+ start u4))
      (bytes (unwrap! (slice? (get txbuff ctx) start end) ERR_READ_TX_OUT_OF_BOUNDS))
    )
    (ok {
      uint32: (buff-to-uint-le (unwrap-panic (as-max-len? bytes u4))),
      ctx: { txbuff: (get txbuff ctx), index: end },
    })
  )
)

(define-read-only (read-hashslice (old-ctx { txbuff: (buff 4096), index: uint }))
  (let (
      (start (get index old-ctx))
      (end (+ start u32))
      (bytes (unwrap! (slice? (get txbuff old-ctx) start end) ERR_READ_TX_OUT_OF_BOUNDS))
    )
    (ok {
      hashslice: (reverse-buff32 (unwrap-panic (as-max-len? bytes u32))),
      ctx: { txbuff: (get txbuff old-ctx), index: end },
    })
  )
)

(define-read-only (parse-block-header (headerbuff (buff 80)))
  (let (
      (version (try! (read-uint32 { txbuff: headerbuff, index: u0 })))
      (parent (try! (read-hashslice (get ctx version))))
      (merkle-root (try! (read-hashslice (get ctx parent))))
      (timestamp (try! (read-uint32 (get ctx merkle-root))))
      (nbits (try! (read-uint32 (get ctx timestamp))))
      (nonce (try! (read-uint32 (get ctx nbits))))
    )
    (ok {
      version: (get uint32 version),
      parent: (get hashslice parent),
      merkle-root: (get hashslice merkle-root),
      timestamp: (get uint32 timestamp),
      nbits: (get uint32 nbits),
      nonce: (get uint32 nonce),
    })
  )
)

(define-read-only (get-bc-h-hash (bh uint))
  (get-burn-block-info? header-hash bh)
)

(define-read-only (verify-block-header (headerbuff (buff 80)) (expected-block-height uint))
  (match (get-bc-h-hash expected-block-height)
    hash (is-eq hash (reverse-buff32 (sha256 (sha256 headerbuff))))
    false
  )
)
