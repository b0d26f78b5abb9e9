import type { StacksClient } from '../../chains/stacks/client/client.js';
import type { Transaction } from '../../chains/stacks/codec/transaction/transaction.js';
import { DevnetError } from '../../error.js';
import { field, readObject } from '../../json.js';
import { decodeRaw } from './decode-raw.js';
import { readUnconfirmed } from './mempool.js';
import type { MinedTx, StacksView } from './stacks-view.js';

/** A transaction and where it is. */
export type FoundTransaction =
  | {
      at: 'block';
      transaction: Transaction;
      mined: MinedTx;
      /** When the tenure's Bitcoin block was made, in seconds. */
      burnTime: number;
    }
  | {
      at: 'mempool';
      transaction: Transaction;
      /** When it was seen first, in seconds; undefined when that was before the gateway ran. */
      since: number | undefined;
    }
  /** `status` is the API's word for the node's reason. */
  | { at: 'dropped'; status: string; replacedBy: string | undefined };

const DROPPED: Record<string, string> = {
  ReplaceByFee: 'dropped_replace_by_fee',
  ReplaceAcrossFork: 'dropped_replace_across_fork',
  TooExpensive: 'dropped_too_expensive',
  StaleGarbageCollect: 'dropped_stale_garbage_collect',
  Problematic: 'dropped_problematic',
};

/** @param txid with 0x @returns undefined for an unknown transaction @throws DevnetError UNSUPPORTED if its outcome is unknown */
export async function findTransaction(view: StacksView, node: StacksClient, txid: string): Promise<FoundTransaction | undefined> {
  const mined = view.mined(txid);
  if (mined !== undefined) {
    const burnTime = (await readBurnTime(node, mined.block.burnHeight)) ?? mined.block.time;
    return { at: 'block', transaction: decodeRaw(mined.receipt.rawTx), mined, burnTime };
  }
  const unknown = view.unknownOutcome(txid);
  if (unknown !== undefined) {
    throw new DevnetError('UNSUPPORTED', `${txid} is in a block, but its outcome is unknown: ${unknown.reason}`, { hint: unknown.hint });
  }
  const dropped = view.dropped(txid);
  if (dropped !== undefined) {
    return { at: 'dropped', status: DROPPED[dropped.reason] ?? 'dropped_problematic', replacedBy: dropped.replacedBy };
  }
  const rawTx = await readUnconfirmed(node, txid);
  if (rawTx === undefined) return undefined;
  const since = view.since(txid);
  return { at: 'mempool', transaction: decodeRaw(rawTx), since: since === undefined ? undefined : Math.floor(since / 1000) };
}

/** When the Bitcoin block of a height was made, if the node still knows its sortition. */
async function readBurnTime(node: StacksClient, height: number): Promise<number | undefined> {
  const answer = await node.getJson(`/v3/sortitions/burn_height/${height}`, { absent: [404] });
  const [sortition] = Array.isArray(answer) ? answer : [];
  const time = sortition === undefined ? undefined : field(readObject(sortition, 'sortition'), 'burn_header_timestamp');
  return typeof time === 'number' ? time : undefined;
}
