import { readFileSync } from 'node:fs';
import { DevnetError } from '../../base/error.js';
import { packageRoot } from './package-root.js';

/** The sources that the build collects: scripts/make-boot-contracts.mjs. By name for boot contracts, by `ST….name` for others. */
const FILE = new URL('dist/boot-contracts.json', packageRoot);

let known: Readonly<Record<string, string>> | undefined;

/**
 * Returns the source of a contract that the package has.
 * @throws DevnetError INTERNAL if it does not have it, or its file cannot be read
 */
export function packagedSource(name: string): string {
  known ??= read();
  const source = known[name];
  if (source === undefined) throw new DevnetError('INTERNAL', `${FILE.pathname} has no contract ${name}. Run "npm run build".`);
  return source;
}

function read(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;
  } catch (cause) {
    throw new DevnetError('INTERNAL', `Cannot read ${FILE.pathname}. Run "npm run build", or install the package again.`, { cause });
  }
}
