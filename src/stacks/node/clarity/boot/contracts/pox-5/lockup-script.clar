;; Returns the script of an output that the staker can spend from a height on, or before with whoever the bond's bytes name.
(define-read-only (construct-lockup-script
    (staker principal)
    (unlock-burn-height uint)
    (staker-unlock-bytes (buff 683))
    (early-unlock-bytes (buff 683))
  )
  (ok (concat
    0x63 ;; OP_IF
    (try! (push-c-script-num unlock-burn-height))
    0xb1 ;; OP_CHECKLOCKTIMEVERIFY
    0x67 ;; OP_ELSE
    0x82012088 ;; OP_SIZE 32 OP_EQUALVERIFY
    0xa820 ;; OP_SHA256, and 32 bytes
    (sha256 (sha256 (unwrap-panic (to-consensus-buff? staker))))
    0x88 ;; OP_EQUALVERIFY
    early-unlock-bytes
    0x68 ;; OP_ENDIF
    0x69 ;; OP_VERIFY
    staker-unlock-bytes
  ))
)

;; Returns the script of the output itself (P2WSH).
(define-read-only (construct-lockup-output-script
    (staker principal)
    (unlock-burn-height uint)
    (staker-unlock-bytes (buff 683))
    (early-unlock-bytes (buff 683))
  )
  (ok (concat
    0x0020
    (sha256 (try! (construct-lockup-script staker unlock-burn-height staker-unlock-bytes early-unlock-bytes)))
  ))
)

(define-read-only (push-script-bytes (bytes (buff 1024)))
  (let ((size (len bytes)))
    (concat
      (if (< size u76)
        (uint-to-buff-le size)
        (if (< size u256)
          (concat 0x4c (uint-to-buff-le size))
          (concat 0x4d (uint-to-buff-le size))
        )
      )
      bytes
    )
  )
)

(define-read-only (push-c-script-num (n uint))
  (if (and (>= n u1) (<= n u16))
    ;; OP_1 to OP_16.
    (ok (uint-to-buff-le (+ n u80)))
    (ok (push-script-bytes (try! (serialize-c-script-num n))))
  )
)

;; Returns the fewest bytes of a number in a script; the highest bit is the sign.
(define-read-only (serialize-c-script-num (n uint))
  (let ((bytes (little-endian-of n)))
    (asserts! (< n u549755813888) ERR_INVALID_UNLOCK_HEIGHT)
    (ok (unwrap-panic (as-max-len? (unwrap-panic (slice? bytes u0
      (if (is-eq n u0) u0 (if (< n u128) u1 (if (< n u32768) u2 (if (< n u8388608) u3 (if (< n u2147483648) u4 u5)))))
    )) u5)))
  )
)
