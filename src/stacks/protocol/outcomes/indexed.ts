import { hex0x, with0x } from '../../../base/hex.js';
import { field, readObject } from '../../../base/json.js';
import { NO_COST } from '../../../clarity/costs.js';
import { displayValue, parseValueHex } from '../../../clarity/values.js';
import type { StacksClient } from '../client/client.js';
import type { Transaction } from '../codec/transaction/transaction.js';
import type { StacksReceipt } from '../receipt/node-receipt.js';
import { ERROR } from './replay.js';

/** A receipt from a node's transaction index, or the reason why the index does not suffice. */
export type Indexed = StacksReceipt | { reason: string };

/** 404: not indexed; 501: the node has no index. */
const ABSENT = [404, 501];

/**
 * Reads a transaction's outcome from `GET /v3/transaction/{txid}`, which a node with `txindex = true` serves. The answer has the result,
 * but no events, no cost, and no sign of a failed post-condition. So it suffices only for transactions that cannot fail one: they have
 * none, and either the mode allows everything or an error changed nothing.
 */
export async function readIndexed(stacks: Pick<StacksClient, 'getJson'>, transaction: Transaction, txIndex: number): Promise<Indexed> {
  const answer = await stacks.getJson(`/v3/transaction/${transaction.txid}`, { absent: ABSENT });
  if (answer === undefined) return { reason: 'the node has no index of transactions' };
  const text = field(readObject(answer, 'transaction'), 'result');
  const rawResult = typeof text === 'string' ? await serialize(text) : undefined;
  if (typeof text !== 'string' || rawResult === undefined) return { reason: "the node's text of its result cannot be parsed" };
  const failed = rawResult.startsWith(ERROR);
  const { postConditions, postConditionMode } = transaction;
  if (postConditions.length > 0 || !(failed || postConditionMode === 'allow')) {
    return { reason: `its result is ${text}, but the node does not report whether a post-condition aborted it` };
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

/** Serializes the text of a Clarity value; undefined if the text is not the whole value. */
async function serialize(text: string): Promise<string | undefined> {
  const { Cl } = await import('@stacks/transactions');
  try {
    const hex = with0x(Cl.serialize(Cl.parse(text)));
    const value = parseValueHex(hex);
    return value !== undefined && displayValue(value) === text ? hex : undefined;
  } catch {
    // The parser does not support the text.
    return undefined;
  }
}
