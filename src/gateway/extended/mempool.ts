import type { StacksClient } from '../../chains/stacks/client/client.js';
import { CodecError } from '../../chains/stacks/codec/error.js';
import { originAddress, payerAddress, type Transaction } from '../../chains/stacks/codec/transaction/transaction.js';
import { without0x } from '../../hex.js';
import { field, readObject } from '../../json.js';
import { decodeRaw } from './decode-raw.js';
import type { StacksView, WaitingTx } from './stacks-view.js';

/** Returns a transaction of the node's mempool as hex without 0x. */
export async function readUnconfirmed(node: StacksClient, txid: string): Promise<string | undefined> {
  const answer = await node.getJson(`/v2/transactions/unconfirmed/${without0x(txid)}`, { absent: [404] });
  const tx = answer === undefined ? undefined : field(readObject(answer, 'unconfirmed transaction'), 'tx');
  return typeof tx === 'string' ? tx : undefined;
}

/**
 * Returns the nonces that an account's pending transactions use, as origin or sponsor, highest first. It asks the node only for new
 * transactions, and for those that a restore or reorganisation made uncertain.
 */
export async function pendingNonces(view: StacksView, node: StacksClient, address: string): Promise<number[]> {
  const perTransaction = await Promise.all(view.waiting().map((entry) => noncesOf(entry, view, node, address)));
  return [...new Set(perTransaction.flat())].sort((a, b) => b - a);
}

/** Counts the transactions in the mempool. After a restore or reorganisation it asks the node which of them it still has. */
export async function countPending(view: StacksView, node: StacksClient): Promise<number> {
  const pending = await Promise.all(
    view.waiting().map(async (entry) => entry.certain || (await confirmPending(entry, view, node)) !== undefined),
  );
  return pending.filter(Boolean).length;
}

async function noncesOf(entry: WaitingTx, view: StacksView, node: StacksClient, address: string): Promise<number[]> {
  const { rawTx, certain } = entry;
  const known = rawTx === undefined ? undefined : used(rawTx, address);
  if (known !== undefined && (certain || known.length === 0)) return known;
  const found = await confirmPending(entry, view, node);
  return found === undefined ? [] : used(found, address);
}

/** Asks the node whether the mempool has a transaction, and remembers it. @returns its bytes as hex without 0x */
async function confirmPending({ txid }: WaitingTx, view: StacksView, node: StacksClient): Promise<string | undefined> {
  // A node also returns transactions that it has mined.
  const found = view.mined(txid) === undefined ? await readUnconfirmed(node, txid) : undefined;
  view.correct(txid, found);
  return found;
}

function used(rawTx: string, address: string): number[] {
  const transaction = decode(rawTx);
  if (transaction === undefined) return [];
  const { origin, sponsor } = transaction;
  return [
    ...(originAddress(transaction) === address ? [Number(origin.nonce)] : []),
    ...(sponsor !== undefined && payerAddress(transaction) === address ? [Number(sponsor.nonce)] : []),
  ];
}

function decode(rawTx: string): Transaction | undefined {
  try {
    return decodeRaw(rawTx);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
