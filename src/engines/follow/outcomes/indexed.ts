import type { StacksClient } from '../../../chains/stacks/client/client.js';
import { repr } from '../../../chains/stacks/codec/repr.js';
import type { Transaction } from '../../../chains/stacks/codec/transaction.js';
import { parseValueHex } from '../../../chains/stacks/codec/value-reader.js';
import type { StacksReceipt } from '../../../chains/stacks/receipt/node-receipt.js';
import { hex0x, with0x } from '../../../hex.js';
import { field, readObject } from '../../../json.js';
import { NO_COST } from './certain.js';
import { ERROR } from './replay.js';

/** What a node's index of transactions says: a receipt, or why it does not suffice for one. */
export type Indexed = StacksReceipt | { reason: string };

/** 404: not indexed; 501: the node has no index. */
const ABSENT = [404, 501];

/**
 * Reads a transaction's outcome from `GET /v3/transaction/{txid}`, which a node with `txindex = true` serves. It tells the result but not
 * whether a post-condition undid it, neither events nor cost. So there is a receipt only where post-conditions cannot have: there are
 * none and the mode allows everything, or there are none and an error left nothing to check.
 */
export async function readIndexed(stacks: Pick<StacksClient, 'getJson'>, transaction: Transaction, txIndex: number): Promise<Indexed> {
  const answer = await stacks.getJson(`/v3/transaction/${transaction.txid}`, { absent: ABSENT });
  if (answer === undefined) return { reason: 'the node has no index of transactions' };
  const text = field(readObject(answer, 'transaction'), 'result');
  const rawResult = typeof text === 'string' ? await serialize(text) : undefined;
  if (typeof text !== 'string' || rawResult === undefined) return { reason: "the node's word for its result cannot be read" };
  const failed = rawResult.startsWith(ERROR);
  const { postConditions, postConditionMode } = transaction;
  if (postConditions.length > 0 || !(failed || postConditionMode === 'allow')) {
    return { reason: `its result is ${text}, but the node does not tell whether a post-condition undid it` };
  }
  return {
    txid: `0x${transaction.txid}`,
    rawTx: hex0x(transaction.raw),
    txIndex,
    status: failed ? 'abort_by_response' : 'success',
    rawResult,
    events: [],
    vmError: null,
    cost: NO_COST,
    unknown: failed ? ['events', 'cost', 'reason'] : ['events', 'cost'],
  };
}

/** A Clarity value in words as it is serialized, when the words say all of it. */
async function serialize(words: string): Promise<string | undefined> {
  const { Cl } = await import('@stacks/transactions');
  try {
    const hex = with0x(Cl.serialize(Cl.parse(words)));
    const value = parseValueHex(hex);
    return value !== undefined && repr(value) === words ? hex : undefined;
  } catch {
    // What the parser does not take is not known.
    return undefined;
  }
}
