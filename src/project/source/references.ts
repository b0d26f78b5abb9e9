import { isComment, tokensOf } from './tokens.js';

/** A contract that a source names. */
export type Reference = {
  /** `ST….name`, whatever the source writes. */
  contract: string;
  /** Where its name is in the source. */
  offset: number;
  /** Whether the contract must exist before the source is deployed. Otherwise it is named as a principal, which any other contract may be, too. */
  isNeeded: boolean;
};

/** Where each form names a contract, or a trait of it, that must exist. */
const PLACES: ReadonlyMap<string, number> = new Map([
  ['contract-call?', 1],
  ['impl-trait', 1],
  ['use-trait', 2],
]);

/** `.name`, `.name.trait`, `'SP….name` and `'SP….name.trait`. */
const CONTRACT = /^(?:'(S[0-9A-Z]+))?\.([a-zA-Z][\w-]*)/;

/**
 * Returns the contracts that a source names, each once, in the order of the source. It reads words, not syntax, so that a source that does not
 * compile has references, too.
 * @param deployer the address that `.name` stands for
 */
export function referencesOf(source: string, deployer: string): Reference[] {
  const tokens = tokensOf(source).filter((token) => !isComment(token));
  const contractAt = (index: number): string | undefined => {
    const [, address = deployer, name] = CONTRACT.exec(tokens[index]?.text ?? '') ?? [];
    return name === undefined ? undefined : `${address}.${name}`;
  };
  const constants = new Map<string, string>();
  for (const [index, { text }] of tokens.entries()) {
    if (text !== 'define-constant') continue;
    const contract = contractAt(index + 2);
    if (contract !== undefined) constants.set(tokens[index + 1]?.text ?? '', contract);
  }
  const found = new Map<string, Reference>();
  const needed = new Map<number, string>();
  for (const [index, { text }] of tokens.entries()) {
    const place = tokens[index - 1]?.text === '(' ? PLACES.get(text) : undefined;
    if (place === undefined) continue;
    const contract = contractAt(index + place) ?? constants.get(tokens[index + place]?.text ?? '');
    if (contract !== undefined) needed.set(index + place, contract);
  }
  for (const [index, { offset }] of tokens.entries()) {
    const contract = needed.get(index) ?? contractAt(index);
    if (contract === undefined) continue;
    const isNeeded = needed.has(index);
    const before = found.get(contract);
    if (before === undefined || (isNeeded && !before.isNeeded)) found.set(contract, { contract, offset, isNeeded });
  }
  return [...found.values()];
}
