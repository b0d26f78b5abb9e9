import { readFileSync } from 'node:fs';
import { packageRoot } from '../../../../package-root.js';
import { openTable, type SessionTable } from './table.js';

/** The table that the build makes: scripts/make-session-table.mjs. */
export const TABLE_FILE = new URL('dist/session.table', packageRoot);

/**
 * Reads the table of this package.
 * @param digest of the VM's code
 * @throws Error if the file is missing or damaged, or another build of the VM made it
 */
export function readSessionTable(digest: string, file: URL = TABLE_FILE): SessionTable {
  let table: SessionTable;
  try {
    table = openTable(readFileSync(file));
  } catch (cause) {
    throw new Error(`Cannot read ${file.pathname}, which has the boot contracts. Run "npm run build", or install the package again.`, {
      cause,
    });
  }
  if (table.digest !== digest) {
    const found = `${file.pathname} is for another build of the Clarity VM (${table.digest.slice(0, 12)}, expected ${digest.slice(0, 12)})`;
    throw new Error(`${found}. Run "npm run build", or install the package again.`);
  }
  return table;
}
