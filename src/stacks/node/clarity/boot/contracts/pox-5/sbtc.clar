(define-private (sbtc-balance)
  (unwrap-panic (contract-call? 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token get-balance current-contract))
)

(define-private (pay-sbtc (amount uint) (recipient principal))
  (as-contract? ((with-ft 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token "sbtc-token" amount))
    (try! (contract-call? 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token transfer amount current-contract recipient none))
  )
)

;; Makes the sBTC that the contract holds for a staker what the new position needs.
(define-private (roll-sbtc-to (staker principal) (amount uint))
  (let ((held (get-staker-custodied-sbtc staker)))
    (if (is-eq amount held)
      (ok true)
      (begin
        (var-set total-sbtc-staked (- (+ (var-get total-sbtc-staked) amount) held))
        (if (> amount held)
          (contract-call? 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token transfer
            (- amount held) staker current-contract none
          )
          (pay-sbtc (- held amount) staker)
        )
      )
    )
  )
)

;; Only the node can call the next two, as part of the consensus. It does not yet.
(define-private (transfer-from-reserve (amount uint) (recipient principal))
  (let ((reserve (var-get reserve-balance)))
    (asserts! (<= amount reserve) ERR_INSUFFICIENT_RESERVE_BALANCE)
    (var-set reserve-balance (- reserve amount))
    (pay-sbtc amount recipient)
  )
)

(define-private (transfer-stranded-rewards (amount uint) (recipient principal))
  (pay-sbtc amount recipient)
)
