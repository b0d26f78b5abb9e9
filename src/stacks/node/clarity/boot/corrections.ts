import { DevnetError } from '../../../../base/error.js';

/** A text of a source of the Clarity VM's package, and what stacks-node 4.0.2 has in its place. */
type Correction = readonly [packaged: string, node: string];

/** The three functions that the package's costs-4 lacks, with the runtime of each. */
const MORE_COSTS = [
  ['restrict_assets', '(linear n u125 u750)'],
  ['as_contract_safe', '(linear n u125 u888)'],
  ['secp256r1verify', 'u51750'],
].map(([name, runtime]) => `\n\n(define-read-only (cost_${name} (n uint))\n    (runtime ${runtime}))`);

/** Boot contracts whose source differs a little in @stacks/clarinet-sdk-wasm 3.21.0: words of comments, and costs. */
const CORRECTIONS: ReadonlyMap<string, readonly Correction[]> = new Map<string, readonly Correction[]>([
  [
    'pox-2',
    [
      ['we dont need', "we don't need"],
      ['this delegation expiration', 'this delegation expires'],
      ['infallable;', 'infallible;'],
      ['How any uSTX', 'How many uSTX'],
    ],
  ],
  ['pox-3', [['(define-map logged-partial-stacked-by-cycle\n    {\n', '(define-map logged-partial-stacked-by-cycle\n    { \n']]],
  [
    'costs-4',
    [
      ['runtime: u100, ;; TODO: needs criterion benchmark', 'runtime: u188,'],
      ['(runtime (linear n u1 u100))) ;; TODO: needs criterion benchmark', `(runtime (linear n u16 u150)))${MORE_COSTS.join('')}`],
    ],
  ],
]);

/**
 * Makes the source of a boot contract in the Clarity VM's package that of stacks-node 4.0.2; one that is equal, or that the project writes
 * itself, stays as it is.
 * @throws DevnetError INTERNAL if the package has another source than the one that was compared
 */
export function correctPackaged(name: string, source: string): string {
  return (CORRECTIONS.get(name) ?? []).reduce((text, [packaged, node]) => {
    if (text.split(packaged).length !== 2) throw new DevnetError('INTERNAL', `the package's ${name} must have '${packaged}' once`);
    return text.replace(packaged, () => node);
  }, source);
}
