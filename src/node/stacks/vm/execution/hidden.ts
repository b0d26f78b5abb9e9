import { outlineSource } from './source.js';

/** Names of the functions that we add to the VM's copy of a contract start with this. */
const PREFIX = 'embedded-vm-';
const PLACEHOLDER = `${PREFIX}placeholder`;

const MAKES_CONTRACT = new Set(['define-public', 'define-private', 'define-read-only', 'define-trait']);

/**
 * Returns the source that the VM gets for a contract. Each constant gets a hidden function that returns it, since the VM has no
 * other way to read constants. The VM runs a source of one expression as a snippet, and does not store a contract without functions
 * or traits: those get a private function. All other contracts stay as they are.
 */
export function hideFunctions(source: string): string {
  const { unclosed, definitions } = outlineSource(source);
  if (unclosed !== undefined || source.includes(PREFIX)) return source;
  const constants = constantNames(source);
  if (constants.length > 0) return [source, ...constants.map((name, at) => `(define-read-only (${PREFIX}${at}) ${name})`)].join('\n');
  if (definitions.some(({ keyword }) => MAKES_CONTRACT.has(keyword))) return source;
  return `${source}\n(define-private (${PLACEHOLDER}) true)`;
}

/** Whether {@link hideFunctions} added a function. */
export function isHiddenFunction(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** The names of a contract's constants, in order. */
function constantNames(source: string): string[] {
  return outlineSource(source).definitions.flatMap(({ keyword, name }) => (keyword === 'define-constant' ? name : []));
}

/** The hidden function that returns a constant; undefined if the contract has no constant of that name. */
export function constantFunction(source: string, name: string): string | undefined {
  const at = constantNames(source).indexOf(name);
  return at < 0 ? undefined : `${PREFIX}${at}`;
}
