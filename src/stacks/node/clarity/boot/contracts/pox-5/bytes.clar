;; Returns one or two bytes. Panics above 65535.
(define-read-only (uint-to-buff-le (n uint))
  (let ((bytes (little-endian-of n)))
    (unwrap-panic (if (> n u65535) none (some true)))
    (unwrap-panic (as-max-len? (unwrap-panic (slice? bytes u0 (if (< n u256) u1 u2))) u2))
  )
)

(define-private (little-endian-of (n uint))
  (reversed-16 (unwrap-panic (as-max-len? (unwrap-panic (slice? (unwrap-panic (to-consensus-buff? n)) u1 u17)) u16)))
)

;; Reverses 16 bytes: what is read as little endian is written as big endian.
(define-private (reversed-16 (bytes (buff 16)))
  (unwrap-panic (as-max-len? (unwrap-panic (slice? (unwrap-panic (to-consensus-buff? (buff-to-uint-le bytes))) u1 u17)) u16))
)

(define-read-only (reverse-buff32 (input (buff 32)))
  (concat
    (reversed-16 (unwrap-panic (as-max-len? (unwrap-panic (slice? input u16 u32)) u16)))
    (reversed-16 (unwrap-panic (as-max-len? (unwrap-panic (slice? input u0 u16)) u16)))
  )
)
