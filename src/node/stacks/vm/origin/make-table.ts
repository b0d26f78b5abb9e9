import type { ClarityCode } from '../machine/code.js';
import { bootOrdinarySession } from '../machine/machine.js';
import { readDatastore } from './datastore.js';
import { packTable } from './table.js';

/** Makes the session table of a build of the VM: has the VM make a session with its boot contracts, and reads that out of its memory. */
export async function makeSessionTable(code: ClarityCode): Promise<Buffer> {
  return packTable(code.digest, readDatastore(await bootOrdinarySession(code)));
}
