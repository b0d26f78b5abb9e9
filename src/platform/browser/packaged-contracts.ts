import { DevnetError } from '../../base/error.js';

/** A source, and its SHA-256 in hex. */
export type PackagedContract = { readonly source: string; readonly sha256: string };

/** Set by `scripts/bundle.mjs`: what the build collects. */
declare const BOOT_CONTRACTS: Readonly<Record<string, PackagedContract>>;

/** Returns the source of a contract that the package has. @throws DevnetError INTERNAL if it does not have it */
export function packagedSource(name: string): string {
  const contract = BOOT_CONTRACTS[name];
  if (contract === undefined) throw new DevnetError('INTERNAL', `the bundle has no contract ${name}`);
  return contract.source;
}

/** Returns all contracts that the package has. */
export function packagedContracts(): readonly PackagedContract[] {
  return Object.values(BOOT_CONTRACTS);
}
