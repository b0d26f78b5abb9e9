/**
 * A contract with a function `burn` that hashes as often as `items` to the power of `depth`: 4.6e9 units of runtime for 22 and 6. A block
 * may use 5e9.
 */
export function heavyContract(items: number, depth: number): string {
  const list = `(list ${Array.from({ length: items }, (_, i) => `u${i}`).join(' ')})`;
  const body = (level: number): string => (level === 0 ? '(sha512 n)' : `(begin (map step-${level} ${list}) (sha512 n))`);
  const steps = Array.from({ length: depth }, (_, i) => `(define-private (step-${i + 1} (n uint)) ${body(i)})`);
  return `${steps.join('\n')}\n(define-public (burn) (begin (step-${depth} u1) (ok true)))`;
}

/**
 * The same with a function `exhaust` that needs 90 % of the runtime that a block may use: first of `burn`, then for comparisons of long
 * texts, which cost more
 * than they take.
 */
export function exhaustingContract(items: number, depth: number): string {
  const times = (count: number) => `(list ${'true '.repeat(count)})`;
  return `
    (define-private (double (step bool) (text (string-ascii 262144))) (unwrap-panic (as-max-len? (concat text text) u262144)))
    (define-private (compare (step bool) (text (string-ascii 262144))) (if (is-eq text text) text ""))
    (define-private (compare-more (step bool) (text (string-ascii 262144))) (fold compare ${times(32)} text))
    ${heavyContract(items, depth)}
    (define-public (exhaust)
      (begin (is-ok (burn)) (ok (len (fold compare-more ${times(25)} (fold double ${times(14)} "0123456789abcdef"))))))`;
}
