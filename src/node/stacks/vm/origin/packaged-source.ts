import { readFile } from 'node:fs/promises';
import { DevnetError } from '../../../../error.js';
import { SOURCE } from '../memory/contract-metadata.js';
import { openTable } from './table.js';
import { TABLE_FILE } from './table-file.js';

/**
 * Returns the sources of contracts that the Clarity VM's package has, in the same order.
 * @throws DevnetError INTERNAL if it does not have one of them, or the session table cannot be read
 */
export async function readPackagedSources(contracts: readonly string[]): Promise<string[]> {
  const file = await readFile(TABLE_FILE).catch((cause: unknown) => {
    throw new DevnetError('INTERNAL', `Cannot read ${TABLE_FILE.pathname}. Run "npm run build", or install the package again.`, { cause });
  });
  const table = openTable(file);
  return contracts.map((contract) => {
    const source = table.metadata(contract)?.get(SOURCE);
    if (source === undefined) throw new DevnetError('INTERNAL', `the Clarity VM's package has no contract ${contract}`);
    return source;
  });
}
