import { field, readObject } from '../../json.js';
import { decodeTransaction, originAddress, payerAddress, type Transaction, transactionFee } from '../../node/stacks/codec/transaction.js';
import type { NodeClient } from '../node-client.js';
import { bare } from './hex.js';
import { readUnconfirmed } from './mempool.js';
import { showPostCondition } from './post-conditions.js';
import type { DroppedTx, MinedTx, StacksView } from './stacks-view.js';
import { showEvent } from './transaction-events.js';
import { showPayload } from './transaction-payload.js';

/** A transaction as `/extended/v1/tx` shows it. */
export type ShownTransaction = { tx_id: string; tx_status: string; tx_type: string; [name: string]: unknown };

/** What the API calls a node's reasons for dropping a transaction. */
const DROPPED: Record<string, string> = {
  ReplaceByFee: 'dropped_replace_by_fee',
  ReplaceAcrossFork: 'dropped_replace_across_fork',
  TooExpensive: 'dropped_too_expensive',
  StaleGarbageCollect: 'dropped_stale_garbage_collect',
  Problematic: 'dropped_problematic',
};

/**
 * A transaction with its state: mined, pending or dropped.
 * @param txid with 0x
 * @returns undefined when nobody has seen it
 */
export async function showTransaction(view: StacksView, node: NodeClient, txid: string): Promise<ShownTransaction | undefined> {
  const mined = view.mined(txid);
  if (mined !== undefined) return showMined(mined, node);
  const dropped = view.dropped(txid);
  if (dropped !== undefined) return showDropped(txid, dropped);
  const rawTx = await readUnconfirmed(node, txid);
  if (rawTx === undefined) return undefined;
  const since = view.since(txid);
  return {
    ...(await showHead(txid, read(rawTx), node)),
    tx_status: 'pending',
    ...(since !== undefined && times('receipt_time', Math.floor(since / 1000))),
  };
}

async function showMined({ receipt, summary, block, parent }: MinedTx, node: NodeClient): Promise<ShownTransaction> {
  const { cost } = receipt;
  const [head, burnTime] = await Promise.all([showHead(receipt.txid, read(receipt.rawTx), node), readBurnTime(node, block.burnHeight)]);
  return {
    ...head,
    tx_status: receipt.status,
    tx_result: summary.result,
    tx_index: receipt.txIndex,
    canonical: true,
    block_hash: block.blockHash,
    block_height: block.height,
    ...times('block_time', block.time),
    burn_block_height: block.burnHeight,
    ...times('burn_block_time', burnTime ?? block.time),
    ...(parent && { parent_block_hash: parent.blockHash }),
    is_unanchored: false,
    // What the API says of blocks without microblocks, which is all of Nakamoto.
    microblock_hash: '',
    microblock_sequence: 2_147_483_647,
    microblock_canonical: true,
    event_count: receipt.events.length,
    events: receipt.events.map(showEvent),
    execution_cost_read_count: cost.readCount,
    execution_cost_read_length: cost.readLength,
    execution_cost_runtime: cost.runtime,
    execution_cost_write_count: cost.writeCount,
    execution_cost_write_length: cost.writeLength,
    vm_error: receipt.vmError,
  };
}

/** Nothing but its end is left of a dropped transaction. */
function showDropped(txid: string, { reason, replacedBy }: DroppedTx): ShownTransaction {
  return { tx_id: txid, tx_type: '', tx_status: DROPPED[reason] ?? 'dropped_problematic', replaced_by_tx_id: replacedBy ?? null };
}

async function showHead(txid: string, transaction: Transaction, node: NodeClient): Promise<ShownTransaction> {
  const { origin, sponsor, postConditions, postConditionMode, anchorMode, payload } = transaction;
  const sender = originAddress(transaction);
  return {
    tx_id: txid,
    tx_status: '',
    tx_type: '',
    nonce: Number(origin.nonce),
    fee_rate: `${transactionFee(transaction)}`,
    sender_address: sender,
    sponsored: sponsor !== undefined,
    ...(sponsor && { sponsor_address: payerAddress(transaction), sponsor_nonce: Number(sponsor.nonce) }),
    post_condition_mode: postConditionMode,
    post_conditions: postConditions.map(showPostCondition),
    anchor_mode: ANCHOR_MODES[anchorMode],
    ...(await showPayload(payload, sender, node)),
  };
}

const ANCHOR_MODES: Record<Transaction['anchorMode'], string> = { 'on-chain': 'on_chain_only', 'off-chain': 'off_chain_only', any: 'any' };

function read(rawTx: string): Transaction {
  return decodeTransaction(Buffer.from(bare(rawTx), 'hex'));
}

function times(name: string, seconds: number): Record<string, number | string> {
  return { [name]: seconds, [`${name}_iso`]: new Date(seconds * 1000).toISOString() };
}

/** When the Bitcoin block of a height was made, in seconds, if the node still knows its sortition. */
async function readBurnTime(node: NodeClient, height: number): Promise<number | undefined> {
  const answer = await node.getJson(`/v3/sortitions/burn_height/${height}`);
  const [sortition] = Array.isArray(answer) ? answer : [];
  const time = sortition === undefined ? undefined : field(readObject(sortition, 'sortition'), 'burn_header_timestamp');
  return typeof time === 'number' ? time : undefined;
}
