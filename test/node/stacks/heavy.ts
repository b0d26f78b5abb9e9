/** A contract with a function `burn` that hashes as often as `items` to the power of `depth`: 1.8e9 units of runtime for 18 and 6. A block may use 5e9. */
export function heavyContract(items: number, depth: number): string {
  const list = `(list ${Array.from({ length: items }, (_, i) => `u${i}`).join(' ')})`;
  const body = (level: number): string => (level === 0 ? '(sha512 n)' : `(begin (map step-${level} ${list}) (sha512 n))`);
  const steps = Array.from({ length: depth }, (_, i) => `(define-private (step-${i + 1} (n uint)) ${body(i)})`);
  return `${steps.join('\n')}\n(define-public (burn) (begin (step-${depth} u1) (ok true)))`;
}
