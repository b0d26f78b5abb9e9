import { configurePox5, POX_5, POX_5_SETTINGS } from '../../../../chains/stacks/pox-5.js';
import { BOOT_SOURCES } from '../genesis/boot-sources.js';
import type { ClarityCode } from '../machine/code.js';
import { readOrdinarySession } from '../machine/machine.js';
import { CONTRACT, DATA_SIZE, dataSize, SOURCE } from '../memory/contract-metadata.js';
import { contractOf, type Datastore } from '../memory/session-memory.js';
import { combine, deployContracts, type NodeContract } from './deploy-contracts.js';
import { MAINNET, packedOrigin, TESTNET } from './packed-origin.js';
import { openTable, packTable, type SessionTable } from './table.js';

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
  return combine(without(own, POX_5), await configuredPox5(code, table), ...(await Promise.all(more)));
}

/** Who deployed sBTC on mainnet. The VM's package has its registry and token. */
const SBTC_MAINNET = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4';

/**
 * Returns the testnet's pox-5 with {@link POX_5_SETTINGS}: in the package, it pays in mainnet's token, which a testnet does not have. The
 * token is deployed beside it, since the analysis of pox-5 reads it; each network deploys its own.
 */
function configuredPox5(code: ClarityCode, table: SessionTable): Promise<Datastore> {
  const { sbtcDeployer } = POX_5_SETTINGS;
  const source = (contract: string) => table.metadata(contract)?.get(SOURCE) ?? '';
  const sbtc = ['sbtc-registry', 'sbtc-token'].map((name): NodeContract => {
    const text = source(`${SBTC_MAINNET}.${name}`).replaceAll(SBTC_MAINNET, sbtcDeployer);
    return { contract: `${sbtcDeployer}.${name}`, source: text, epoch: 'Epoch30', clarityVersion: 3 };
  });
  const pox5 = { contract: POX_5, source: configurePox5(source(POX_5), POX_5_SETTINGS), epoch: 'Epoch40', clarityVersion: 6 };
  return deployContracts(code, packedOrigin([table]), [...sbtc, pox5], (contract) => contract === POX_5);
}

function without({ values, metadata }: Datastore, contract: string): Datastore {
  return {
    values: new Map([...values].filter(([key]) => contractOf(key) !== contract)),
    metadata: metadata.filter((entry) => entry.contract !== contract),
  };
}

/** Stores the data size of each contract, which counts in the costs of a call, where a node has it: there the VM stores 0. */
function withDataSizes({ values, metadata }: Datastore): Datastore {
  const sizes = new Map(metadata.filter(({ key }) => key === CONTRACT).map(({ contract, text }) => [contract, dataSize(text)]));
  return {
    values,
    metadata: metadata.map((entry) => (entry.key === DATA_SIZE ? { ...entry, text: sizes.get(entry.contract) ?? '0' } : entry)),
  };
}
