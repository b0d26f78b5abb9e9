import type { ClarityCode } from '../machine/code.js';
import { readOrdinarySession } from '../machine/machine.js';
import { CONTRACT, DATA_SIZE, dataSize } from '../memory/contract-metadata.js';
import type { Datastore } from '../memory/session-memory.js';
import { packTable } from './table.js';

/** Makes the session table of a build of the VM: has the VM make a session with its boot contracts, and reads that out of its memory. */
export async function makeSessionTable(code: ClarityCode): Promise<Buffer> {
  return packTable(code.digest, withDataSizes(await readOrdinarySession(code)));
}

/** Stores the data size of each contract, which counts in the costs of a call, where a node has it: there the VM stores 0. */
export function withDataSizes({ values, metadata }: Datastore): Datastore {
  const sizes = new Map(metadata.filter(({ key }) => key === CONTRACT).map(({ contract, text }) => [contract, dataSize(text)]));
  return {
    values,
    metadata: metadata.map((entry) => (entry.key === DATA_SIZE ? { ...entry, text: sizes.get(entry.contract) ?? '0' } : entry)),
  };
}
