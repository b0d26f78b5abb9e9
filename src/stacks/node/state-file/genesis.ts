import { packagedContracts } from '#platform/packaged-contracts.js';
import { toJson } from '../../../base/json.js';
import { LimitedMap } from '../../../base/limited-map.js';
import { ByteReader, ByteWriter } from '../../../base/storage.js';
import type { BootedState } from '../../../clarity/boot.js';
import { emptyState, type State } from '../../../clarity/state.js';
import { sha256 } from '../../protocol/codec/hash.js';
import type { StacksBlock } from '../chain/block/block.js';
import type { Sortition, SortitionIds } from '../chain/state/sortition.js';
import type { RulesOf } from '../clarity/rules.js';
import type { GenesisStore } from '../types.js';
import { StateReader } from './read-state.js';
import { StateWriter } from './write-state.js';

/** Raised whenever the same genesis makes another state or other blocks, or the bytes have another form. */
const FORMAT = 2;

type Options = {
  store: GenesisStore;
  /** All that the chain begins with besides the boot contracts. */
  inputs: unknown;
  /** The boot contracts. */
  boot: BootedState;
  epoch: string;
  rulesOf: RulesOf;
};

/** What takes longest to make: the state that a chain begins with, by deploying contracts, and the hashes of its first blocks. */
type KeptGenesis = {
  readonly state: State;
  /** Of each Bitcoin block so far. */
  readonly sortitions: readonly SortitionIds[];
  /** Of each block of the chain. */
  readonly records: readonly Buffer[];
};

/** What the chain began with, once it is made. */
type Made = { state: State; sortitions: Iterable<Sortition>; blocks: Iterable<StacksBlock> };

/** The file of what a chain begins with. Contracts that are read from it are analysed when something needs them. */
export type GenesisFile = { read(): Promise<KeptGenesis | undefined>; write(made: Made): Promise<void> };

/** Returns the file for these inputs. */
export function genesisFile({ store, inputs, boot, epoch, rulesOf }: Options): GenesisFile {
  const contracts = boot.contracts.map(({ id, version, epoch: since, burnHeight, minted, source }) => {
    return [id.text, version, since, burnHeight, minted, digestOf(source)];
  });
  const name = sha256(Buffer.from(toJson([FORMAT, epoch, inputs, contracts]))).toString('hex');
  const empty = emptyState(boot);
  return {
    async read() {
      const kept = store.read(name);
      if (kept === undefined) return undefined;
      const reader = new ByteReader(kept);
      const sortitions = reader.list(() => ({ consensusHash: reader.hash(20), sortitionId: reader.hash() }));
      const records = reader.list(() => reader.bytes());
      const states = new StateReader(reader, { inherited: boot.slots, rulesOf, checks: false });
      return { sortitions, records, state: await states.read(empty, rulesOf({ name: epoch }).epoch) };
    },
    async write({ state, sortitions, blocks }) {
      const writer = new ByteWriter();
      writer.list([...sortitions], ({ consensusHash, sortitionId }) => {
        writer.hash(consensusHash);
        writer.hash(sortitionId);
      });
      writer.list([...blocks], ({ record }) => writer.bytes(record));
      await new StateWriter(boot.slots).write(writer, empty, state);
      store.write(name, writer.finish());
    },
  };
}

/** The digests of sources that the package has. */
let packaged: ReadonlyMap<string, string> | undefined;
/** Those of others: most networks of a process have the same. */
const digests = new LimitedMap<string, string>(128);

function digestOf(source: string): string {
  packaged ??= new Map(packagedContracts().map((contract) => [contract.source, contract.sha256]));
  const known = packaged.get(source) ?? digests.get(source);
  if (known !== undefined) return known;
  const digest = sha256(Buffer.from(source)).toString('hex');
  digests.set(source, digest);
  return digest;
}
