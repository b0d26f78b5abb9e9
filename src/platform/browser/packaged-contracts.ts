import { DevnetError } from '../../base/error.js';

/** Set by `scripts/bundle.mjs`: the sources that the build collects. */
declare const BOOT_CONTRACTS: Readonly<Record<string, string>>;

/** Returns the source of a contract that the package has. @throws DevnetError INTERNAL if it does not have it */
export function packagedSource(name: string): string {
  const source = BOOT_CONTRACTS[name];
  if (source === undefined) throw new DevnetError('INTERNAL', `the bundle has no contract ${name}`);
  return source;
}
