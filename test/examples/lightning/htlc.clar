;; A hash time lock for sBTC. Whoever knows the preimage of the hash releases the tokens to the recipient; from the timeout on, their owner can
;; take them back. With the payment hash of a Lightning invoice, the preimage is what the payer of the invoice learns.
(define-constant err-unknown-lock (err u100))
(define-constant err-known-hash (err u101))
(define-constant err-too-early (err u102))
(define-constant err-too-late (err u103))
;; `amount` is u0 once the tokens are gone: the preimage is public then, so the hash must not lock again.
(define-map locks (buff 32) { amount: uint, owner: principal, recipient: principal, timeout: uint })

(define-read-only (get-lock (hash (buff 32))) (map-get? locks hash))

(define-public (lock (hash (buff 32)) (amount uint) (recipient principal) (timeout uint))
  (begin
    (asserts! (< burn-block-height timeout) err-too-late)
    (asserts! (map-insert locks hash { amount: amount, owner: tx-sender, recipient: recipient, timeout: timeout }) err-known-hash)
    (contract-call? 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS.sbtc-token transfer amount tx-sender current-contract none)))

(define-public (claim (preimage (buff 32)))
  (let ((hash (sha256 preimage)) (found (unwrap! (map-get? locks hash) err-unknown-lock)))
    (release hash found (get recipient found))))

(define-public (refund (hash (buff 32)))
  (let ((found (unwrap! (map-get? locks hash) err-unknown-lock)))
    (asserts! (>= burn-block-height (get timeout found)) err-too-early)
    (release hash found (get owner found))))

(define-private (release (hash (buff 32)) (found { amount: uint, owner: principal, recipient: principal, timeout: uint }) (to principal))
  (begin
    (asserts! (> (get amount found) u0) err-unknown-lock)
    (map-set locks hash (merge found { amount: u0 }))
    (as-contract? ((with-ft 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS.sbtc-token "sbtc-token" (get amount found)))
      (try! (contract-call? 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS.sbtc-token transfer (get amount found) tx-sender to none)))))
