import { readFileSync } from 'node:fs';
import { DevnetError } from '../../base/error.js';
import { packageRoot } from './package-root.js';

/** A source, and its SHA-256 in hex. */
export type PackagedContract = { readonly source: string; readonly sha256: string };

/** What the build collects: scripts/make-boot-contracts.mjs. By name for boot contracts, by `ST….name` for others. */
const FILE = new URL('dist/boot-contracts.json', packageRoot);

let known: Readonly<Record<string, PackagedContract>> | undefined;

/**
 * Returns the source of a contract that the package has.
 * @throws DevnetError INTERNAL if it does not have it, or its file cannot be read
 */
export function packagedSource(name: string): string {
  const contract = all()[name];
  if (contract === undefined) throw new DevnetError('INTERNAL', `${FILE.pathname} has no contract ${name}. Run "npm run build".`);
  return contract.source;
}

/** Returns all contracts that the package has. @throws DevnetError INTERNAL if their file cannot be read */
export function packagedContracts(): readonly PackagedContract[] {
  return Object.values(all());
}

function all(): Readonly<Record<string, PackagedContract>> {
  known ??= read();
  return known;
}

function read(): Record<string, PackagedContract> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, PackagedContract>;
  } catch (cause) {
    throw new DevnetError('INTERNAL', `Cannot read ${FILE.pathname}. Run "npm run build", or install the package again.`, { cause });
  }
}
