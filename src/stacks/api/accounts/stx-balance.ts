import { findPrincipal } from '../../../clarity/values.js';
import type { BlockRecord } from '../../history/chain/records.js';
import type { Account } from '../../history/lookup/accounts.js';
import { withoutRepeats } from '../../history/lookup/event-ref.js';
import { outcomeOf, stateEvents } from '../../history/lookup/outcome.js';
import type { ApiContext } from '../context.js';

/** What an account sent, received and holds, in micro-STX. Locked STX are part of the balance. */
export type StxTotals = { balance: bigint; sent: bigint; received: bigint; fees: bigint; rewards: bigint };

/** A lock that has not ended. */
export type Lock = {
  txid: string;
  amount: bigint;
  /** The Stacks block and its Bitcoin block. */
  height: number;
  burnHeight: number;
  unlockHeight: number;
  /** Of the PoX contract, for example 4. */
  version: number;
};

/** Returns the totals at the tip. A history that does not begin at genesis knows no earlier payments: then the node has the balance. */
export async function stxTotals({ lookup, history, node }: ApiContext, principal: string): Promise<StxTotals> {
  const account = lookup.accounts.find(principal);
  const { stx, fees, rewards } = account ?? NOBODY;
  const { sent, received } = stx;
  // Nobody holds coins at an address with a wrong checksum, which v3 takes and the node does not.
  if (history.isComplete() || findPrincipal(principal) === undefined)
    return { balance: received + rewards - sent - fees, sent, received, fees, rewards };
  const { balance, locked } = await node.account(principal);
  const total = balance + locked;
  return { balance: total, sent, received: total + sent + fees - rewards, fees, rewards };
}

const NOBODY = { stx: { sent: 0n, received: 0n }, fees: 0n, rewards: 0n };

/** Returns the totals after an earlier block. */
export function stxTotalsAt({ lookup, history }: ApiContext, principal: string, { height }: BlockRecord): StxTotals {
  const totals = { sent: 0n, received: 0n, fees: 0n, rewards: 0n };
  const account = lookup.accounts.find(principal);
  // Genesis is in no list of transactions, but moved coins.
  const moving = Array.from(account?.movements ?? [], ({ record }) => record);
  for (const record of withoutRepeats([...moving, ...(account?.own ?? [])])) {
    if (record.block.height > height) continue;
    const outcome = outcomeOf(record);
    if (outcome?.payer === principal) totals.fees += outcome.fee;
    for (const event of outcome === undefined ? [] : stateEvents(outcome.events)) {
      if (event.kind !== 'stx') continue;
      if (event.sender === principal) totals.sent += event.amount;
      if (event.recipient === principal) totals.received += event.amount;
    }
  }
  if ((account?.rewards ?? 0n) > 0n) {
    for (const { facts } of history.chain.blocks) {
      if (facts.height > height) break;
      for (const { recipient, amount } of facts.rewards ?? []) if (recipient === principal) totals.rewards += BigInt(amount);
    }
  }
  return { ...totals, balance: totals.received + totals.rewards - totals.sent - totals.fees };
}

/** Returns the lock that holds at a block. */
export function lockAt(account: Account | undefined, { facts }: BlockRecord): Lock | undefined {
  const last = account?.locks.findLast(({ record }) => record.block.height <= facts.height);
  if (last === undefined || last.unlockHeight <= facts.burnHeight) return undefined;
  const { record, amount, unlockHeight, contract } = last;
  const version = Number(/\.pox-(\d+)$/.exec(contract)?.[1] ?? 1);
  return { txid: record.txid, amount, height: record.block.height, burnHeight: record.block.facts.burnHeight, unlockHeight, version };
}

/** What pending transactions bring and take, in micro-STX. A sponsored fee counts for both, as in the API. */
export function pendingStx({ history: { mempool } }: ApiContext, principal: string): { inbound: bigint; outbound: bigint } {
  const outbound = mempool.list(`signer ${principal}`).derive('outbound', (signed) => {
    let total = 0n;
    for (const { transaction } of signed) {
      const { payload, addresses, sponsor, origin } = transaction;
      const fee = (sponsor ?? origin).fee;
      if (addresses.origin === principal) total += fee + (payload.type === 'transfer' ? payload.amount : 0n);
      if (sponsor !== undefined && addresses.payer === principal) total += fee;
    }
    return total;
  });
  const inbound = mempool.list(`to ${principal}`).derive('inbound', (transfers) => {
    let total = 0n;
    for (const { transaction } of transfers) if (transaction.payload.type === 'transfer') total += transaction.payload.amount;
    return total;
  });
  return { inbound, outbound };
}
