import type { Callable, TraitId } from './type.js';

/** The order of a `BTreeSet<CallableSubtype>` (clarity-types/src/types/signatures.rs): contracts before traits. */
export function compareCallables(a: Callable, b: Callable): number {
  if (a.trait !== undefined) return b.trait === undefined ? 1 : compareTraits(a.trait, b.trait);
  return b.trait === undefined ? compareContracts(a.contract, b.contract) : -1;
}

/** The order of a `BTreeSet<TraitIdentifier>`: by name first. */
export function compareTraits(a: TraitId, b: TraitId): number {
  return compareTexts(a.name, b.name) || compareContracts(a.contract, b.contract);
}

/**
 * The order of contracts' ids: by version and hash of the issuer, then by name. Addresses are numbers without leading zeros, so longer ones
 * are larger.
 */
function compareContracts(a: string, b: string): number {
  const dot = a.indexOf('.');
  if (b.startsWith(a.slice(0, dot + 1))) return compareTexts(a.slice(dot + 1), b.slice(dot + 1));
  const [x, y] = [issuerOf(a), issuerOf(b)];
  return compareTexts(x.version, y.version) || x.number.length - y.number.length || compareTexts(x.number, y.number);
}

function issuerOf(contract: string): { version: string; number: string } {
  return { version: contract.charAt(1), number: contract.slice(2, contract.indexOf('.')).replace(/^0+/, '') };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
