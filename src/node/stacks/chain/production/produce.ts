import type { CostLimit } from '../../../../chains/stacks/block-limit.js';
import { decodeTransaction, type Transaction } from '../../../../chains/stacks/codec/transaction/transaction.js';
import { readStateChange } from '../../../../chains/stacks/state-change.js';
import type { PoolEntry } from '../../mempool/pool.js';
import { selectTransactions } from '../../mempool/select.js';
import type { Vm, VmCost } from '../../vm/types.js';
import { BLOCK_INTERVAL, type MaturedReward, makeBlock, type StacksBlock } from '../block/block.js';
import type { ExecutedTransaction } from '../block/mined-transaction.js';
import type { NonceChange } from '../block/nonce-change.js';
import { isNakamoto } from '../epoch.js';
import type { ChosenSigners } from '../pox/reward-set.js';
import { maturedRewards, rewardMints } from '../pox/rewards.js';
import { signersOf, vmSignerSet } from '../pox/signer-set.js';
import { newBurnHashes, type Sortition } from '../state/sortition.js';
import { beginTenure, type ChainState } from '../state/state.js';
import { toVmTransaction } from './vm-transaction.js';

/** The VM's operations for a transaction: fee and payload. */
const OPERATIONS_PER_TRANSACTION = 2;

/** One list for all blocks that begin no tenure. */
const NOTHING_MATURED: readonly MaturedReward[] = [];

/** Why a miner takes a transaction out of the mempool (`MemPoolDropReason` of stacks-core). */
type DropReason = 'TooExpensive' | 'Problematic';

/** A new block; `dropped` are transactions that can never be in one, with what was wrong in words. */
export type Produced = {
  block: StacksBlock;
  executed: readonly ExecutedTransaction[];
  dropped: { entry: PoolEntry; reason: DropReason; detail: string }[];
  /** The contract that the block's deploy made. */
  deployed: { txid: string; contract: string; source: string } | undefined;
};

/** The parts of a block besides pending transactions; `limit` is the maximum number of those. */
export type BlockRequest = {
  tenure?: Sortition | undefined;
  chosen?: ChosenSigners | undefined;
  limit?: number | undefined;
  /** The transactions to take. @default those of the mempool */
  entries?: readonly PoolEntry[] | undefined;
};

/** Whether a block that begins no tenure can be made, and would have a transaction of the mempool in it. */
export function hasMinable(state: ChainState): boolean {
  return isNakamoto(state.epoch) && select(state, true).length > 0;
}

/**
 * Makes the next block of the pending transactions, possibly empty. With a `tenure` the block begins it and pays what matures; one
 * with `chosen` writes these signers and begins no tenure. Deploys wait for a later block either way.
 */
export async function produceBlock(state: ChainState, request: BlockRequest): Promise<Produced> {
  const { tenure, chosen } = request;
  const { vm, ledger, pool, deferred, accounts, checkpoints } = state;
  if (tenure !== undefined) deferred.clear();
  const entries = chooseEntries(state, request);
  const parent = ledger.tip;
  if (tenure !== undefined) await checkpoints.holdForTenure(vm, parent);
  const matured = tenure === undefined ? NOTHING_MATURED : maturedRewards(state);
  const { heights, results } = await vm.executeBlock({
    tenure: tenure !== undefined,
    burnHashes: tenure && newBurnHashes(parent.sortition, tenure),
    burnTime: tenure?.burn.time,
    mints: rewardMints(matured),
    signers: chosen && vmSignerSet(chosen),
    transactions: entries.map((entry) => toVmTransaction(entry.transaction)),
    budget: vmCost(state.epoch.limit),
  });

  // stacked STX may unlock with a tenure
  if (tenure !== undefined) accounts.clear();
  const nonces = new NonceChanges((principal) => ledger.nonce(principal));
  const executed: ExecutedTransaction[] = [];
  if (tenure !== undefined) {
    const { nonces: minerNonces, transactions: system } = beginTenure({
      network: state.network,
      sortition: tenure,
      parent,
      nonce: minerNonce(state),
    });
    executed.push(...system);
    for (const { principal, after } of minerNonces) nonces.set(principal, after);
  }
  const dropped: Produced['dropped'] = [];
  let fees = 0n;
  let deployed: Produced['deployed'];
  for (const [i, entry] of entries.entries()) {
    const result = results[i];
    const { raw, txid, payload } = entry.transaction;
    if (result === undefined) throw new Error(`the VM gave no result for ${txid}`);
    if (result.status === 'postponed') continue;
    if (result.status === 'invalid') {
      if (result.mayRecover === true) deferred.add(txid);
      else dropped.push({ entry, reason: result.tooExpensive === true ? 'TooExpensive' : 'Problematic', detail: result.reason });
      continue;
    }
    executed.push({ raw, txid, result });
    if (result.executed !== undefined) state.coverage?.add(vm, result.executed);
    fees += entry.fee;
    accounts.apply(entry, result);
    if (payload.type === 'deploy' && result.status === 'success') {
      deployed = { txid, contract: `${entry.origin}.${payload.name}`, source: payload.source };
    }
    const change = readStateChange(entry.transaction);
    if (change !== undefined) deferred.clear();
    if (change?.type === 'nonce') {
      nonces.raise(change.principal, change.nonce);
      const detail = `the nonce of the account was set to ${change.nonce}`;
      for (const stale of pool.entries()) {
        if (stale.origin === change.principal && stale.originNonce < change.nonce)
          dropped.push({ entry: stale, reason: 'Problematic', detail });
      }
    }
    nonces.set(entry.origin, entry.originNonce + 1n);
    if (entry.transaction.sponsor !== undefined) nonces.set(entry.sponsor, entry.sponsorNonce + 1n);
  }

  const sortition = tenure ?? parent.sortition;
  const block = makeBlock({
    height: heights.stacks,
    parent,
    sortition,
    tenureHeight: heights.tenure,
    time: Math.max(tenure?.burn.time ?? 0, parent.time) + BLOCK_INTERVAL,
    transactions: executed,
    nonces: nonces.list(),
    beginsTenure: tenure !== undefined,
    fees,
    matured,
    chosen,
    signedBy: signersOf(state, sortition),
  });
  ledger.push(block);
  checkpoints.advance(1 + OPERATIONS_PER_TRANSACTION * entries.length);
  for (const { txid } of executed) pool.remove(txid);
  for (const { entry } of dropped) pool.remove(entry.transaction.txid);
  return { block, executed, dropped, deployed };
}

/** The transactions that a block would take. */
export function chooseEntries(state: ChainState, { tenure, chosen, limit, entries }: BlockRequest): PoolEntry[] {
  if (entries !== undefined) return entries.slice(0, limit);
  const takesDeploys = isNakamoto(state.epoch) ? tenure === undefined && chosen === undefined : true;
  return select(state, takesDeploys).slice(0, limit);
}

/** Executes a block again, after the VM went back to an earlier state. */
export async function replayBlock(vm: Vm, block: StacksBlock): Promise<void> {
  await vm.executeBlock(vmBlock(block));
}

/** The block as the VM executed it. */
export function vmBlock(block: StacksBlock): Parameters<Vm['executeBlock']>[0] {
  const tenure = block.beginsTenure;
  const own = tenure ? block.transactions.slice(2) : block.transactions;
  return {
    tenure,
    burnHashes: tenure && block.parent !== undefined ? newBurnHashes(block.parent.sortition, block.sortition) : undefined,
    burnTime: tenure ? block.sortition.burn.time : undefined,
    mints: rewardMints(block.matured),
    signers: block.chosen && vmSignerSet(block.chosen),
    transactions: own.map(({ raw }) => toVmTransaction(decodeTransaction(raw))),
  };
}

function select({ pool, ledger, deferred, sortitions, hasTransactions }: ChainState, deploys: boolean): PoolEntry[] {
  if (!hasTransactions(sortitions.tip.height)) return [];
  return selectTransactions({
    pool,
    nonce: (principal) => ledger.nonce(principal),
    accept: ({ transaction }) => !deferred.has(transaction.txid) && isMinable(transaction),
    deploys,
  });
}

/** The mempool takes transfers with post-conditions, but no block does: they wait until something replaces them. */
function isMinable({ payload, postConditions }: Transaction): boolean {
  return payload.type !== 'transfer' || postConditions.length === 0;
}

/** A tenure's budget, for each of its blocks: as if the miner had extended the tenure with it. */
function vmCost({ read_count, read_length, runtime, write_count, write_length }: CostLimit): VmCost {
  return { readCount: read_count, readLength: read_length, runtime, writeCount: write_count, writeLength: write_length };
}

function minerNonce({ ledger, network }: ChainState): bigint {
  return ledger.nonce(network.minerAddress);
}

/** The nonces that a block changes, each with what it was before. */
class NonceChanges {
  readonly #changes = new Map<string, { before: bigint; after: bigint }>();
  readonly #current: (principal: string) => bigint;

  constructor(current: (principal: string) => bigint) {
    this.#current = current;
  }

  set(principal: string, after: bigint): void {
    const before = this.#changes.get(principal)?.before ?? this.#current(principal);
    this.#changes.set(principal, { before, after });
  }

  /** A nonce never goes back: the chain has the transactions with those before. */
  raise(principal: string, to: bigint): void {
    const now = this.#changes.get(principal)?.after ?? this.#current(principal);
    if (to > now) this.set(principal, to);
  }

  list(): NonceChange[] {
    return [...this.#changes].map(([principal, change]) => ({ principal, ...change }));
  }
}
