import { parsePrincipal } from '../../../../clarity/values.js';
import { readStateChange } from '../../../state-change.js';
import type { BlockExecution } from '../../clarity/block-execution.js';
import { emissionAt, SIP_031_EPOCH, sip031 } from '../../clarity/boot/sip-031.js';
import { encodeEvents } from '../../clarity/event.js';
import { writeSigners } from '../../clarity/signers.js';
import type { PoolEntry } from '../../mempool/pool.js';
import { BLOCK_INTERVAL, type MaturedReward, makeBlock, type StacksBlock } from '../block/block.js';
import type { BlockPosition } from '../block/chain-view.js';
import type { ExecutedTransaction } from '../block/mined-transaction.js';
import { epochAt, isAtLeast } from '../epoch.js';
import { maturedRewards } from '../pox/rewards.js';
import { signerSetOf, signersOf, signersToChoose } from '../pox/signer-set.js';
import type { Sortition } from '../state/sortition.js';
import type { ChainState } from '../state/state.js';
import { beginBlock } from './begin-block.js';
import { executeAll } from './execute-entries.js';
import { COINBASE, OPENING, openTenure } from './tenure.js';

/** One list for all blocks that begin no tenure. */
const NOTHING_MATURED: readonly MaturedReward[] = [];

/** Why a miner takes a transaction out of the mempool (`MemPoolDropReason` of stacks-core). */
type DropReason = 'TooExpensive' | 'Problematic';

/** A new block. */
export type Produced = {
  block: StacksBlock;
  executed: readonly ExecutedTransaction[];
  /** Transactions that can never be in a block, with what was wrong in words. */
  dropped: { entry: PoolEntry; reason: DropReason; detail: string }[];
  /** Transactions that came while the block was made, with a nonce that one of its transactions uses. */
  late: { entry: PoolEntry; replacedBy: string }[];
};

/** The parts of a block besides pending transactions; `limit` is the maximum number of those. */
export type BlockRequest = {
  tenure?: Sortition | undefined;
  limit?: number | undefined;
  /** The transactions to take. */
  entries: readonly PoolEntry[];
};

/** Returns the position of the next block. With a `tenure` it begins that. */
export function positionAfter({ ledger }: ChainState, tenure: Sortition | undefined): BlockPosition {
  const parent = ledger.tip;
  return {
    height: parent.height + 1,
    tenureHeight: parent.tenureHeight + (tenure === undefined ? 0 : 1),
    time: Math.max(tenure?.burn.time ?? 0, parent.time) + BLOCK_INTERVAL,
    sortition: tenure ?? parent.sortition,
  };
}

/** Makes the next block of the pending transactions, possibly empty. With a `tenure` the block begins it and pays what matures. */
export async function produceBlock(state: ChainState, { tenure, limit, entries }: BlockRequest): Promise<Produced> {
  const { vm, network, ledger, pool, deferred } = state;
  const parent = ledger.tip;
  const position = positionAfter(state, tenure);
  const { sortition } = position;
  const execution = await beginBlock(state, parent, position);
  const executed: ExecutedTransaction[] = [];
  const chosen = tenure && signersToChoose(state, execution, position);
  if (chosen !== undefined) writeSigners(execution, parsePrincipal(network.bootAddress), signerSetOf(chosen));
  if (tenure !== undefined) executed.push(...openTenure({ network, sortition: tenure, parent, nonce: openProducer(execution, network) }));

  const dropped: Produced['dropped'] = [];
  const included: PoolEntry[] = [];
  let fees = 0n;
  const results = await executeAll(state, execution, entries.slice(0, limit));
  for (const { entry, result } of results) {
    const { raw, txid, payload } = entry.transaction;
    if (result.status === 'postponed') continue;
    if (result.status === 'invalid') {
      if (result.staysPending === true) deferred.add(txid);
      else dropped.push({ entry, reason: result.tooExpensive === true ? 'TooExpensive' : 'Problematic', detail: result.reason });
      continue;
    }
    executed.push({ raw, txid, result });
    included.push(entry);
    fees += entry.fee;
    if (payload.type === 'deploy' && result.status === 'success') {
      vm.deployed(execution.state, parsePrincipal(`${entry.origin}.${payload.name}`));
    }
    const change = readStateChange(entry.transaction);
    if (change === undefined) continue;
    deferred.clear();
    if (change.type !== 'nonce') continue;
    const detail = `the nonce of the account was set to ${change.nonce}`;
    for (const stale of pool.entries()) {
      if (stale.origin === change.principal && stale.originNonce < change.nonce)
        dropped.push({ entry: stale, reason: 'Problematic', detail });
    }
  }

  const matured = tenure === undefined ? NOTHING_MATURED : maturedRewards(state);
  for (const { recipient, coinbase, anchoredFees, streamedFees } of matured)
    execution.credit(parsePrincipal(recipient), coinbase + anchoredFees + streamedFees, coinbase);
  if (tenure !== undefined) mintEmission(state, execution, tenure, executed);
  const block = makeBlock({
    ...position,
    epoch: epochAt(state.epochs, sortition.height),
    parent,
    transactions: executed,
    beginsTenure: tenure !== undefined,
    fees,
    matured,
    chosen,
    signedBy: signersOf(state, sortition),
    state: execution.after(),
  });
  ledger.push(block);
  for (const { txid } of executed) pool.remove(txid);
  for (const { entry } of dropped) pool.remove(entry.transaction.txid);
  const late = included.flatMap((by) => pool.removeConflicts(by).map((entry) => ({ entry, replacedBy: by.transaction.txid })));
  return { block, executed, dropped, late };
}

/**
 * Mints what the tenure adds to the contract `sip-031`: an event of its coinbase (`sip_031_mint_and_transfer_on_new_tenure`
 * of stacks-core).
 */
function mintEmission(
  { epochs, network }: ChainState,
  execution: BlockExecution,
  tenure: Sortition,
  executed: ExecutedTransaction[],
): void {
  const amount = isAtLeast(epochAt(epochs, tenure.height), SIP_031_EPOCH) ? emissionAt(network, tenure.height) : 0n;
  const reward = executed[COINBASE];
  if (amount === 0n || reward === undefined) return;
  const recipient = parsePrincipal(sip031(network));
  execution.credit(recipient, amount, amount);
  executed[COINBASE] = { ...reward, result: { ...reward.result, events: encodeEvents([{ type: 'stx-mint', recipient, amount }]) } };
}

/** Raises the miner's nonce by the transactions that open a tenure, and returns what it was. */
export function openProducer({ state }: BlockExecution, { producerAddress }: ChainState['network']): bigint {
  const miner = parsePrincipal(producerAddress);
  const account = state.account(miner);
  state.setAccount(miner, { ...account, nonce: account.nonce + BigInt(OPENING) });
  return account.nonce;
}
