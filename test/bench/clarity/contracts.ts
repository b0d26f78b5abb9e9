/** Whose contracts are called. */
export const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
export const OTHER = 'ST2JHG361ZXG51QTKY2NQCVBPPRRE2KZB1HR05NNC';

/** Contracts of usual kinds, by name, in the order of their deploys. */
export const CONTRACTS: Readonly<Record<string, string>> = {
  token: `(define-fungible-token coin)
(begin (is-ok (ft-mint? coin u1000000000000 tx-sender)))
(define-public (transfer (amount uint) (sender principal) (recipient principal) (memo (optional (buff 34))))
  (begin
    (asserts! (is-eq tx-sender sender) (err u4))
    (try! (ft-transfer? coin amount sender recipient))
    (match memo to-print (print to-print) 0x)
    (ok true)))
(define-read-only (get-balance (who principal)) (ok (ft-get-balance coin who)))`,
  store: `(define-map entries uint { owner: principal, amount: uint, note: (string-ascii 20) })
(define-public (write (key uint)) (ok (map-set entries key { owner: tx-sender, amount: (+ key u1), note: "entry" })))
(define-read-only (read (key uint)) (get amount (map-get? entries key)))`,
  folding: `(define-private (add (item uint) (sum uint)) (+ sum (* item u3)))
(define-public (total (items (list 200 uint))) (ok (fold add items u0)))`,
  other: `(define-fungible-token gold)
(begin (is-ok (ft-mint? gold u1000000000000 tx-sender)))
(define-public (transfer (amount uint) (sender principal) (recipient principal))
  (begin (asserts! (is-eq tx-sender sender) (err u4)) (ft-transfer? gold amount sender recipient)))`,
  pool: `(define-data-var coins uint u1000000000)
(define-data-var golds uint u500000000)
(define-map traded principal { swaps: uint, volume: uint })
(define-read-only (quote (in uint))
  (let ((after-fee (/ (* in u997) u1000)))
    (/ (* after-fee (var-get golds)) (+ (var-get coins) after-fee))))
(define-public (swap (in uint) (least uint))
  (let ((trader tx-sender) (out (quote in)) (before (default-to { swaps: u0, volume: u0 } (map-get? traded tx-sender))))
    (asserts! (>= out least) (err u100))
    (try! (contract-call? .token transfer in trader '${OTHER} none))
    (try! (contract-call? .other transfer out trader '${OTHER}))
    (var-set coins (+ (var-get coins) in))
    (var-set golds (- (var-get golds) out))
    (map-set traded trader { swaps: (+ u1 (get swaps before)), volume: (+ in (get volume before)) })
    (print { event: "swap", trader: trader, in: in, out: out })
    (ok out)))`,
};
