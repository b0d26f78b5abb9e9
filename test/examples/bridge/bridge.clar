;; A token for sats that are locked on Bitcoin. The operator, who owns the vault, reports locks. The contract requires a later Bitcoin block,
;; mints once for each lock, and lets owners burn only their own tokens.
(define-fungible-token peg)
(define-constant operator tx-sender)
(define-constant err-not-operator (err u100))
(define-constant err-known-lock (err u101))
(define-constant err-too-early (err u102))
(define-map locks { txid: (buff 32) } { amount: uint, owner: principal })
(define-data-var redemptions uint u0)

(define-public (mint (txid (buff 32)) (height uint) (amount uint) (owner principal))
  (begin
    (asserts! (is-eq tx-sender operator) err-not-operator)
    (asserts! (> burn-block-height height) err-too-early)
    (asserts! (map-insert locks { txid: txid } { amount: amount, owner: owner }) err-known-lock)
    (ft-mint? peg amount owner)))

(define-public (redeem (amount uint) (script (buff 34)))
  (let ((id (var-get redemptions)))
    (try! (ft-burn? peg amount tx-sender))
    (var-set redemptions (+ id u1))
    (print { event: "redeem", id: id, amount: amount, script: script })
    (ok id)))

(define-read-only (balance-of (owner principal)) (ft-get-balance peg owner))
