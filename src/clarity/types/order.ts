import type { Callable, TraitId } from './type.js';

/** The order of a `BTreeSet<CallableSubtype>`: contracts before traits. */
export function compareCallables(a: Callable, b: Callable): number {
  if (a.trait !== undefined) return b.trait === undefined ? 1 : compareTraits(a.trait, b.trait);
  return b.trait === undefined ? compareContracts(a.contract, b.contract) : -1;
}

/** The order of a `BTreeSet<TraitIdentifier>`: by name first. */
export function compareTraits(a: TraitId, b: TraitId): number {
  return compareTexts(a.name, b.name) || compareContracts(a.contract, b.contract);
}

/** The order of contracts' ids: by version and hash of the issuer, then by name. Addresses are numbers without leading zeros, so longer ones are larger. */
export function compareContracts(a: string, b: string): number {
  const [x, y] = [splitContract(a), splitContract(b)];
  return (
    compareTexts(x.version, y.version) ||
    x.number.length - y.number.length ||
    compareTexts(x.number, y.number) ||
    compareTexts(x.name, y.name)
  );
}

function splitContract(contract: string): { version: string; number: string; name: string } {
  const dot = contract.indexOf('.');
  return { version: contract.charAt(1), number: contract.slice(2, dot).replace(/^0+/, ''), name: contract.slice(dot + 1) };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
