;; Holds the STX of SIP-031. Half of the first mint is free at once, the rest in 24 steps. What the node mints later, or anybody sends, is free
;; at once.
;;
;; Answers, errors, events and variables are those of the contract of stacks-node 4.0.2, which replaces the recipient before it deploys the
;; contract.

(define-constant ERR_NOT_ALLOWED u101)
(define-constant ERR_NOTHING_TO_CLAIM u102)
(define-constant ERR_INVALID_RECIPIENT u103)

;; In uSTX.
(define-constant INITIAL_MINT_AMOUNT u200000000000000)
(define-constant INITIAL_MINT_IMMEDIATE_AMOUNT u100000000000000)
(define-constant INITIAL_MINT_VESTING_AMOUNT (- INITIAL_MINT_AMOUNT INITIAL_MINT_IMMEDIATE_AMOUNT))
(define-constant INITIAL_MINT_VESTING_ITERATIONS u24)
;; In Bitcoin blocks, about a month.
(define-constant INITIAL_MINT_VESTING_ITERATION_BLOCKS u4383)
(define-constant STX_PER_ITERATION (/ INITIAL_MINT_VESTING_AMOUNT INITIAL_MINT_VESTING_ITERATIONS))
(define-constant DEPLOY_BLOCK_HEIGHT burn-block-height)

(define-data-var recipient principal tx-sender)

;; Pays the recipient, who calls this itself, what is free.
(define-public (claim)
  (let ((claimable (calc-claimable-amount burn-block-height)))
    (try! (assert-recipient))
    (asserts! (> claimable u0) (err ERR_NOTHING_TO_CLAIM))
    (try! (as-contract (stx-transfer? claimable tx-sender (var-get recipient))))
    (print { topic: "claim", claimable: claimable, recipient: (var-get recipient) })
    (ok claimable)
  )
)

(define-public (update-recipient (new-recipient principal))
  (let ((old-recipient (var-get recipient)))
    (try! (assert-recipient))
    (var-set recipient new-recipient)
    (print { topic: "update-recipient", old-recipient: old-recipient, new-recipient: new-recipient })
    (ok true)
  )
)

(define-read-only (get-recipient)
  (var-get recipient)
)

(define-read-only (get-deploy-block-height)
  DEPLOY_BLOCK_HEIGHT
)

;; Returns what the contract has above the part of the first mint that is not free yet.
(define-read-only (calc-claimable-amount (burn-height uint))
  (if (< burn-height DEPLOY_BLOCK_HEIGHT)
    u0
    (let (
        (balance (stx-get-balance (as-contract tx-sender)))
        (vesting (- INITIAL_MINT_AMOUNT (vested-at burn-height)))
      )
      (if (> balance vesting) (- balance vesting) u0)
    )
  )
)

(define-private (vested-at (burn-height uint))
  (let ((iterations (/ (- burn-height DEPLOY_BLOCK_HEIGHT) INITIAL_MINT_VESTING_ITERATION_BLOCKS)))
    (if (< iterations INITIAL_MINT_VESTING_ITERATIONS)
      (+ INITIAL_MINT_IMMEDIATE_AMOUNT (* iterations STX_PER_ITERATION))
      ;; What the steps leave by rounding comes with the last one.
      INITIAL_MINT_AMOUNT
    )
  )
)

(define-private (assert-recipient)
  (if (and (is-eq tx-sender (var-get recipient)) (is-eq contract-caller (var-get recipient)))
    (ok true)
    (err ERR_NOT_ALLOWED)
  )
)
