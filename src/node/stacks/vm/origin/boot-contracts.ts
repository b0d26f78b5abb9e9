import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { invalid } from '../../../../error.js';
import type { ClarityCode } from '../machine/code.js';
import { bootMachine } from '../machine/machine.js';
import { needsPlaceholder } from '../machine/placeholder.js';
import { deployContract } from '../machine/session.js';
import { SOURCE } from '../memory/contract-metadata.js';
import type { Datastore } from '../memory/session-memory.js';
import { metadataFile, type Origin } from './origin.js';
import { packedOrigin } from './packed-origin.js';
import { openTable, packTable, type SessionTable } from './table.js';

/** A contract of a real node that is to be there from the first block. `contract` is `ST….name`, `epoch` for example `Epoch25`. */
export type NodeContract = { contract: string; source: string; epoch: string; clarityVersion: number };

type BootContractsOptions = {
  code: ClarityCode;
  /** What the package has. */
  base: SessionTable;
  /** Each after those that it calls. */
  contracts: readonly NodeContract[];
  /** Where the result is kept; undefined to make it each time. */
  folder: string | undefined;
};

/** Raised whenever the same sources make another table. */
const FORMAT = 1;
/** The epoch whose cost contract, costs-5, no node has. */
const NATIVE_COSTS = 'Epoch40';
/** Of the compression: fast, for a file that a start waits for. */
const QUALITY = 1;

/** A table, and a function that stores it for later starts: to be called once it has proved to be usable. */
export type MadeTable = { table: SessionTable; keep(): Promise<void> };

/**
 * Returns a table of the contracts that the package has in another form, or lacks. The VM deploys them in a session of its own.
 * @throws DevnetError INVALID_INPUT for a source that cannot be deployed
 */
export async function bootContractsTable({ code, base, contracts, folder }: BootContractsOptions): Promise<MadeTable> {
  const others = contracts.filter(({ contract, source }) => base.metadata(contract)?.get(SOURCE) !== source);
  const name = createHash('sha256')
    .update(JSON.stringify([FORMAT, code.digest, others]))
    .digest('hex');
  const file = folder === undefined ? undefined : path.join(folder, `${name}.table`);
  const kept = file === undefined ? undefined : await readTable(file);
  if (kept !== undefined) return { table: kept, keep: async () => undefined };
  const packed = await makeTable(code, base, others);
  return { table: openTable(packed), keep: async () => (file === undefined ? undefined : store(file, packed)) };
}

async function readTable(file: string): Promise<SessionTable | undefined> {
  try {
    return openTable(await readFile(file));
  } catch {
    return undefined; // absent, or incomplete
  }
}

/** Other processes see a complete file or none. */
async function store(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = file.replace(/\.table$/, `.${randomUUID()}.tmp`);
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
}

/** The VM counts costs with the cost contract of the epoch, so those come first, in an epoch with one that they do not replace. */
async function makeTable(code: ClarityCode, base: SessionTable, contracts: readonly NodeContract[]): Promise<Buffer> {
  const isCosts = ({ contract }: NodeContract) => /\.costs(?:-\d)?$/.test(contract);
  const costs = contracts.filter(isCosts).map((contract) => ({ ...contract, epoch: NATIVE_COSTS }));
  const first = await deployAll(code, packedOrigin([base]), costs);
  const tables = [base, openTable(packTable(code.digest, first, QUALITY))];
  const others = contracts.filter((contract) => !isCosts(contract)).toSorted((a, b) => epochNumber(a) - epochNumber(b));
  const rest = await deployAll(code, packedOrigin(tables), others);
  const all = { values: new Map([...first.values, ...rest.values]), metadata: [...first.metadata, ...rest.metadata] };
  return packTable(code.digest, all, QUALITY);
}

/** Deploys contracts in a session, and returns what it then has of them. */
async function deployAll(code: ClarityCode, origin: Origin, contracts: readonly NodeContract[]): Promise<Datastore> {
  const machine = await bootMachine({ code, origin: without(origin, contracts), genesisTime: 0 });
  for (const { contract, source, epoch, clarityVersion } of contracts) {
    const [sender = '', name = ''] = contract.split('.');
    machine.sdk.setEpoch(epochName(epoch) as Parameters<typeof machine.sdk.setEpoch>[0]);
    const outcome = deployContract(machine, { sender, name, source, clarityVersion, placeholder: needsPlaceholder(source) });
    if (outcome.ok) continue;
    const problem = outcome.message.replace(/^Contract deployment runtime error: \S+ -> /, '');
    throw invalid('bootContracts', 'sources that can be deployed', `${contract}: ${problem}`);
  }
  const names = new Set(contracts.map(({ contract }) => contract));
  const { values, metadata } = machine.session.read((contract) => names.has(contract));
  // The height after the hash of a source: boot contracts are in the first block.
  for (const [key, value] of values) if (key.startsWith('clarity-contract::')) values.set(key, `${value.slice(0, 64)}00000000`);
  return { values, metadata };
}

/** Hides contracts, since the VM does not deploy one twice. */
function without(origin: Origin, contracts: readonly NodeContract[]): Origin {
  const hidden = contracts.map(({ contract }) => metadataFile(contract, ''));
  return { ...origin, metadata: (name) => (hidden.some((prefix) => name.startsWith(prefix)) ? undefined : origin.metadata(name)) };
}

/** `Epoch25` as `2.5`, `Epoch2_05` as `2.05`. */
function epochName(epoch: string): string {
  return epoch.replace(/^Epoch(\d)_?/, '$1.');
}

function epochNumber({ epoch }: NodeContract): number {
  return Number(epochName(epoch));
}
