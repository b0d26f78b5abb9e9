import type { ByteReader, PartWriter } from '../../../base/storage.js';
import { atAsync } from '../../../base/storage.js';
import { emptyState, type State } from '../../../clarity/state.js';
import { checkRecord, type MaturedReward, requireOwnHash, restoreBlock, type StacksBlock } from '../chain/block/block.js';
import { epochAt } from '../chain/epoch.js';
import type { ChosenSigners } from '../chain/pox/reward-set.js';
import type { Sortition } from '../chain/state/sortition.js';
import type { ChainState } from '../chain/state/state.js';
import type { ChangedBlocks } from './changed-blocks.js';
import { checkContracts } from './check-contracts.js';
import { StateReader } from './read-state.js';
import { readSigners, writeSigners } from './signers.js';
import { itemAt, type WrittenSortitions } from './sortitions.js';
import { StateWriter } from './write-state.js';

const MAX_U32 = 2 ** 32 - 1;

/** Writes the blocks of a chain, each with its state as what differs from that of the block before. */
export class BlocksWriter {
  readonly #part: PartWriter;
  readonly #states: StateWriter;
  /** How many principals the blocks up to each one have named. */
  readonly #principals: number[] = [];
  /** The places of the blocks that chose signers. */
  readonly #choosing = new Map<ChosenSigners, number>();

  /** @param first the first block of each chain */
  constructor(part: PartWriter, first: StacksBlock) {
    this.#part = part;
    this.#states = new StateWriter(first.state.base?.slots);
  }

  /** Others get their turns meanwhile. @returns the blocks as they are written now, for the next time */
  async write({ written, kept: most, rest }: ChangedBlocks, sortitions: WrittenSortitions): Promise<readonly StacksBlock[]> {
    const { placeOf } = sortitions;
    let kept = most;
    for (let block = written[kept - 1]; block !== undefined && placeOf(block.sortition) >= sortitions.kept; block = written[kept - 1])
      kept--;
    const blocks = [...written.slice(kept, most), ...rest];
    const first = written[0] ?? blocks[0];
    if (first === undefined) throw new RangeError('a chain without a block');
    this.#states.principals.keep(this.#principals[kept - 1] ?? 0);
    this.#principals.length = kept;
    for (const [chosen, place] of this.#choosing) if (place >= kept) this.#choosing.delete(chosen);
    let before: State = written[kept - 1]?.state ?? emptyState();
    this.#part.whole((writer) => {
      writer.number(first.height);
      writer.hash(first.parentIndexHash);
    });
    return this.#part.tail({ kept, rest: blocks }, async (writer, block) => {
      if (block.chosen !== undefined) this.#choosing.set(block.chosen, block.height - first.height);
      writer.number(placeOf(block.sortition));
      writer.number(block.tenureHeight);
      writer.number(block.time);
      writer.amount(block.tenureFees);
      writer.list(block.matured, (reward) => {
        writer.text(reward.recipient);
        for (const amount of [reward.coinbase, reward.anchoredFees, reward.streamedFees]) writer.amount(amount);
        writer.number(reward.from.height - first.height);
      });
      writer.optional(block.chosen, (chosen) => writeSigners(writer, chosen));
      writer.optional(block.signedBy, (signedBy) => writer.number(required(this.#choosing.get(signedBy))));
      writer.bytes(block.record);
      await this.#states.write(writer, before, block.state);
      before = block.state;
      this.#principals.push(this.#states.principals.count);
    });
  }
}

/** Others get their turns meanwhile. @returns a chain, ascending */
export async function readBlocks(
  reader: ByteReader,
  sortitions: readonly Sortition[],
  { epochs, vm, ledger }: ChainState,
): Promise<StacksBlock[]> {
  const [firstHeight, firstParent] = [reader.number(), reader.hash()];
  const { base } = ledger.first.state;
  const states = new StateReader(reader, { inherited: base?.slots, rulesOf: vm.rulesOf, checks: true });
  const { first } = ledger;
  if (firstHeight !== first.height || firstParent !== first.parentIndexHash) {
    throw new RangeError(`a chain that does not begin with the block ${first.height} after ${first.parentIndexHash}`);
  }
  const blocks: StacksBlock[] = [];
  let state = emptyState(base);
  await reader.eachInTurns(async () => {
    const placed = {
      height: firstHeight + blocks.length,
      parent: blocks.at(-1),
      sortition: itemAt(sortitions, reader.number()),
      tenureHeight: reader.number(MAX_U32),
      time: reader.number(),
    };
    const epoch = epochAt(epochs, placed.sortition.height);
    const tenureFees = reader.amount();
    const matured = reader.list((): MaturedReward => {
      const recipient = reader.text();
      const [coinbase, anchoredFees, streamedFees] = [reader.amount(), reader.amount(), reader.amount()];
      return { recipient, coinbase, anchoredFees, streamedFees, from: itemAt(blocks, reader.number()) };
    });
    const chosen = reader.optional(() => readSigners(reader));
    const signedBy = reader.optional(() => itemAt(blocks, reader.number()).chosen);
    const record = reader.bytes();
    const txids = checkRecord(record);
    state = await states.read(state, vm.rulesOf(epoch).epoch);
    const block = restoreBlock({ ...placed, epoch, matured, chosen, signedBy, state }, { record, parentHash: firstParent, tenureFees });
    // The first one may be that of the network that a fork continues.
    if (block.parent !== undefined) requireOwnHash(block, txids);
    blocks.push(block);
    await atAsync('contracts', () => checkContracts(states.added, block, first.state));
  });
  return blocks;
}

function required(place: number | undefined): number {
  if (place === undefined) throw new RangeError('a block has signers that no block of its chain chose');
  return place;
}
