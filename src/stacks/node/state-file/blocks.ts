import type { ByteReader, ByteWriter } from '../../../base/storage.js';
import { atAsync } from '../../../base/storage.js';
import { emptyState, type State } from '../../../clarity/state.js';
import { checkRecord, type MaturedReward, requireOwnHash, restoreBlock, type StacksBlock } from '../chain/block/block.js';
import { epochAt } from '../chain/epoch.js';
import type { ChosenSigners } from '../chain/pox/reward-set.js';
import type { Sortition } from '../chain/state/sortition.js';
import type { ChainState } from '../chain/state/state.js';
import { checkContracts } from './check-contracts.js';
import { StateReader } from './read-state.js';
import { readSigners, writeSigners } from './signers.js';
import { itemAt } from './sortitions.js';
import { StateWriter } from './write-state.js';

const MAX_U32 = 2 ** 32 - 1;

/** Returns the chain up to a tip, ascending. */
export function chainUpTo(tip: StacksBlock): StacksBlock[] {
  const blocks: StacksBlock[] = [];
  for (let at: StacksBlock | undefined = tip; at !== undefined; at = at.parent) blocks.push(at);
  return blocks.reverse();
}

/**
 * Writes blocks, each with its state as what differs from that of the block before. Others get their turns meanwhile.
 * @param blocks a chain, ascending
 */
export async function writeBlocks(
  writer: ByteWriter,
  blocks: readonly StacksBlock[],
  placeOf: (sortition: Sortition) => number,
): Promise<void> {
  const [first] = blocks;
  if (first === undefined) throw new RangeError('a chain without a block');
  writer.number(first.height);
  writer.hash(first.parentIndexHash);
  const states = new StateWriter(writer, first.state.base?.slots);
  let before: State = emptyState();
  /** The places of the blocks that chose signers. */
  const choosing = new Map<ChosenSigners, number>();
  await writer.listInTurns(blocks, async (block) => {
    if (block.chosen !== undefined) choosing.set(block.chosen, block.height - first.height);
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
    writer.optional(block.signedBy, (signedBy) => writer.number(required(choosing.get(signedBy))));
    writer.bytes(block.record);
    await states.write(before, block.state);
    before = block.state;
  });
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
    checkRecord(record);
    state = await states.read(state, vm.rulesOf(epoch).epoch);
    const block = restoreBlock({ ...placed, epoch, matured, chosen, signedBy, state }, { record, parentHash: firstParent, tenureFees });
    // The first one may be that of the network that a fork continues.
    if (block.parent !== undefined) requireOwnHash(block);
    blocks.push(block);
    await atAsync('contracts', () => checkContracts(states.added, block, first.state));
  });
  return blocks;
}

function required(place: number | undefined): number {
  if (place === undefined) throw new RangeError('a block has signers that no block of its chain chose');
  return place;
}
