import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calledContracts } from '../../../../chains/stacks/codec/contract/calls.js';
import type { GenesisContract } from '../../../../chains/stacks/genesis-contract.js';
import { invalid } from '../../../../error.js';
import type { ClarityCode } from '../machine/code.js';
import { SOURCE } from '../memory/contract-metadata.js';
import { combine, deployContracts, epochName, type NodeContract, NotDeployed } from './deploy-contracts.js';
import { packedOrigin } from './packed-origin.js';
import { openTable, packTable, type SessionTable, TABLE_VERSION } from './table.js';

type BootContractsOptions = {
  code: ClarityCode;
  /** What the package has. */
  base: SessionTable;
  /** Each after those that it calls. */
  contracts: readonly NodeContract[];
  /** Contracts that the network deploys itself, each after those that it calls. `contracts` may call them. */
  later: readonly GenesisContract[];
  /** Where the result is kept; undefined to make it each time. */
  folder: string | undefined;
};

/** Raised whenever the same sources make another table. */
const FORMAT = 2;
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
export async function bootContractsTable({ code, base, contracts, later, folder }: BootContractsOptions): Promise<MadeTable> {
  const others = contracts.filter(({ contract, source }) => base.metadata(contract)?.get(SOURCE) !== source);
  const callees = calleesOf(others, later);
  const name = createHash('sha256')
    .update(JSON.stringify([FORMAT, TABLE_VERSION, code.digest, others, callees]))
    .digest('hex');
  const file = folder === undefined ? undefined : path.join(folder, `${name}.table`);
  const kept = file === undefined ? undefined : await readTable(file);
  if (kept !== undefined) return { table: kept, keep: async () => undefined };
  const packed = await makeTable(code, base, others, callees).catch((error) => {
    throw error instanceof NotDeployed ? invalid('bootContracts', 'sources that can be deployed', error.message) : error;
  });
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
async function makeTable(
  code: ClarityCode,
  base: SessionTable,
  contracts: readonly NodeContract[],
  callees: readonly NodeContract[],
): Promise<Buffer> {
  const isCosts = ({ contract }: NodeContract) => /\.costs(?:-\d)?$/.test(contract);
  const costs = contracts.filter(isCosts).map((contract) => ({ ...contract, epoch: NATIVE_COSTS }));
  const first = await deployContracts(code, packedOrigin([base]), costs);
  const tables = [base, openTable(packTable(code.digest, first, QUALITY))];
  const others = [...callees, ...contracts.filter((contract) => !isCosts(contract))].toSorted((a, b) => epochNumber(a) - epochNumber(b));
  const isWanted = (name: string) => contracts.some(({ contract }) => contract === name);
  return packTable(code.digest, combine(first, await deployContracts(code, packedOrigin(tables), others, isWanted)), QUALITY);
}

/** The contracts among `later` that are called, directly or not, each in the epoch of the first one that calls it. */
function calleesOf(callers: readonly NodeContract[], later: readonly GenesisContract[]): NodeContract[] {
  const found: NodeContract[] = [];
  for (const { deployer, name, source, clarityVersion } of later.toReversed()) {
    const contract = `${deployer}.${name}`;
    const calling = [...callers, ...found].filter((caller) => calledContracts(caller.source, caller.contract).has(contract));
    const [first] = calling.toSorted((a, b) => epochNumber(a) - epochNumber(b));
    if (first !== undefined)
      found.unshift({ contract, source, epoch: first.epoch, clarityVersion: clarityVersion ?? first.clarityVersion });
  }
  return found;
}

function epochNumber({ epoch }: NodeContract): number {
  return Number(epochName(epoch));
}
