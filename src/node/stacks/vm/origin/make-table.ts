import { BOOT_SOURCES } from '../genesis/boot-sources.js';
import type { ClarityCode } from '../machine/code.js';
import { readOrdinarySession } from '../machine/machine.js';
import { CONTRACT, DATA_SIZE, dataSize } from '../memory/contract-metadata.js';
import type { Datastore } from '../memory/session-memory.js';
import { combine, deployContracts } from './deploy-contracts.js';
import { MAINNET, packedOrigin, TESTNET } from './packed-origin.js';
import { openTable, packTable } from './table.js';

const BOOT_ADDRESSES = [
  { networkId: TESTNET, address: 'ST000000000000000000002AMW42H' },
  { networkId: MAINNET, address: 'SP000000000000000000002Q6VF78' },
];

/**
 * Makes the session table of a build of the VM: has the VM make a session with its boot contracts, reads that out of its memory, and has it deploy
 * the boot contracts that it lacks.
 */
export async function makeSessionTable(code: ClarityCode): Promise<Buffer> {
  return packTable(code.digest, await readBootSession(code));
}

/** Returns the state of a new session, as a node would have it. */
export async function readBootSession(code: ClarityCode): Promise<Datastore> {
  const own = withDataSizes(await readOrdinarySession(code));
  const table = openTable(packTable(code.digest, own, 1));
  const more = BOOT_ADDRESSES.map(({ networkId, address }) => {
    const contracts = [...BOOT_SOURCES].map(([name, source]) => ({ contract: `${address}.${name}`, ...source }));
    return deployContracts(code, packedOrigin([table], { networkId }), contracts);
  });
  return combine(own, ...(await Promise.all(more)));
}

/** Stores the data size of each contract, which counts in the costs of a call, where a node has it: there the VM stores 0. */
function withDataSizes({ values, metadata }: Datastore): Datastore {
  const sizes = new Map(metadata.filter(({ key }) => key === CONTRACT).map(({ contract, text }) => [contract, dataSize(text)]));
  return {
    values,
    metadata: metadata.map((entry) => (entry.key === DATA_SIZE ? { ...entry, text: sizes.get(entry.contract) ?? '0' } : entry)),
  };
}
