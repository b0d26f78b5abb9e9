import { EPOCHS, epoch, isBefore, versionNumber, versionsOf } from './epochs.js';
import { isList, isRecord, type MapValue, type Ordered, unresolved } from './rust/value.js';

/** An argument of a call. */
export type Argument = { readonly type: string; readonly value?: unknown };

/** A transaction of the tests' only sender. A version undefined means the epoch's. */
export type PlannedTransaction =
  | {
      readonly kind: 'deploy';
      readonly name: string;
      readonly code: string;
      readonly version: Ordered | undefined;
      readonly args?: undefined;
    }
  | { readonly kind: 'call'; readonly name: string; readonly fn: string; readonly args: readonly Argument[] };

/** A block of a test. What is in a set-up block is in no snapshot. */
export type Block = { readonly epoch: Ordered; readonly transactions: readonly PlannedTransaction[]; readonly isSetUp: boolean };

/** A contract that others need (`SetupContract`). */
export type SetUp = {
  readonly name: string;
  readonly code: string;
  /** @default the first of the test */
  readonly epoch?: Ordered | undefined;
  /** @default the epoch's */
  readonly version?: Ordered | undefined;
};

/** `ConsensusTest`: blocks by epoch. */
export function blocksByEpoch({ entries }: MapValue): Block[] {
  return EPOCHS.flatMap((epoch) => {
    const blocks = entries.get(epoch) ?? [];
    if (!isList(blocks)) return unresolved('blocks of an epoch');
    return blocks.map((block) => {
      const transactions = isRecord(block) ? (block['transactions'] as readonly PlannedTransaction[]) : unresolved('block');
      return { epoch, transactions, isSetUp: false };
    });
  });
}

type ContractTest = {
  readonly deployEpochs: readonly Ordered[];
  readonly callEpochs: readonly Ordered[];
  readonly name: string;
  readonly code: string;
  readonly fn: string;
  readonly args: readonly Argument[];
  /** @default all */
  readonly versions: readonly Ordered[];
  readonly setUps: readonly SetUp[];
};

/** `ContractConsensusTest`: a contract is deployed in each epoch with each version, and called in each epoch afterwards. */
export function blocksOfContract({ deployEpochs, callEpochs, name, code, fn, args, versions, setUps }: ContractTest): Block[] {
  const [first] = [...deployEpochs, ...callEpochs].sort((a, b) => a.order - b.order);
  const blocks: Block[] = [];
  const names: string[] = [];
  const add = (epoch: Ordered, transaction: PlannedTransaction, isSetUp = false) =>
    blocks.push({ epoch, transactions: [transaction], isSetUp });
  for (const current of EPOCHS) {
    for (const setUp of setUps.filter((each) => (each.epoch ?? first) === current))
      add(current, { kind: 'deploy', name: setUp.name, code: setUp.code, version: setUp.version ?? defaultOf(current) }, true);
    for (const version of deployEpochs.includes(current) ? versionsOf(current) : []) {
      if (versions.length > 0 && !versions.includes(version)) continue;
      const full = `${name}-Epoch${current.text.replaceAll('.', '_')}-Clarity${versionNumber(version)}`;
      names.push(full);
      add(current, { kind: 'deploy', name: full, code, version: hasVersions(current) ? version : undefined });
    }
    for (const called of callEpochs.includes(current) ? names : []) add(current, { kind: 'call', name: called, fn, args });
  }
  return blocks;
}

function hasVersions(of: Ordered): boolean {
  return !isBefore(of, epoch('2.1'));
}

function defaultOf(of: Ordered): Ordered | undefined {
  return hasVersions(of) ? versionsOf(of).at(-1) : undefined;
}
