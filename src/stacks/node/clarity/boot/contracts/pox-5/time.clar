(define-read-only (get-pox-info)
  (ok {
    first-burnchain-block-height: (var-get first-burnchain-block-height),
    min-amount-ustx: SIGNER_SET_MIN_USTX,
    prepare-cycle-length: (var-get pox-prepare-cycle-length),
    reward-cycle-id: (current-pox-reward-cycle),
    reward-cycle-length: (var-get pox-reward-cycle-length),
    total-liquid-supply-ustx: stx-liquid-supply,
  })
)

(define-read-only (get-first-pox-5-reward-cycle)
  (var-get first-pox-5-reward-cycle)
)

(define-read-only (burn-height-to-reward-cycle (height uint))
  (/ (- height (var-get first-burnchain-block-height)) (var-get pox-reward-cycle-length))
)

(define-read-only (reward-cycle-to-burn-height (cycle uint))
  (+ (var-get first-burnchain-block-height) (* cycle (var-get pox-reward-cycle-length)))
)

(define-read-only (current-pox-reward-cycle)
  (burn-height-to-reward-cycle burn-block-height)
)

(define-read-only (is-in-prepare-phase (current-cycle uint))
  (>= burn-block-height (- (reward-cycle-to-burn-height (+ current-cycle u1)) (var-get pox-prepare-cycle-length)))
)

;; Rewards are distributed twice a cycle.
(define-read-only (burn-height-to-distribution-index (height uint))
  (/ (- height (var-get first-burnchain-block-height)) (half-cycle-length))
)

(define-read-only (distribution-cycle-to-burn-height (cycle uint))
  (+ (var-get first-burnchain-block-height) (* cycle (half-cycle-length)))
)

(define-read-only (current-distribution-cycle)
  (burn-height-to-distribution-index burn-block-height)
)

(define-private (half-cycle-length)
  (/ (var-get pox-reward-cycle-length) u2)
)

(define-read-only (bond-period-to-reward-cycle (bond-index uint))
  (+ (var-get first-bond-period-cycle) (* bond-index BOND_GAP_CYCLES))
)

(define-read-only (bond-period-to-burn-height (bond-index uint))
  (reward-cycle-to-burn-height (bond-period-to-reward-cycle bond-index))
)

(define-private (bond-unlock-cycle (bond-index uint))
  (+ (bond-period-to-reward-cycle bond-index) BOND_LENGTH_CYCLES)
)

;; Returns the lowest height at which bitcoin of a bond may unlock: half a cycle before its end.
(define-read-only (get-bond-l1-unlock-height (bond-index uint))
  (- (reward-cycle-to-burn-height (bond-unlock-cycle bond-index)) (half-cycle-length))
)

(define-read-only (clamp (value uint) (min uint) (max uint))
  (if (> value max) max (if (< value min) min value))
)

;; The offsets of so many cycles from the first one.
(define-private (offsets (count uint))
  (unwrap-panic (slice?
    (list
      u0 u1 u2 u3 u4 u5 u6 u7 u8 u9 u10 u11 u12 u13 u14 u15 u16 u17 u18 u19 u20 u21 u22 u23
      u24 u25 u26 u27 u28 u29 u30 u31 u32 u33 u34 u35 u36 u37 u38 u39 u40 u41 u42 u43 u44 u45 u46 u47
      u48 u49 u50 u51 u52 u53 u54 u55 u56 u57 u58 u59 u60 u61 u62 u63 u64 u65 u66 u67 u68 u69 u70 u71
      u72 u73 u74 u75 u76 u77 u78 u79 u80 u81 u82 u83 u84 u85 u86 u87 u88 u89 u90 u91 u92 u93 u94 u95
    )
    u0
    count
  ))
)
