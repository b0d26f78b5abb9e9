import type { StacksClient } from '../../chains/stacks/client/client.js';
import { payerAddress, transactionFee } from '../../chains/stacks/codec/transaction/transaction.js';
import type { StacksEvent } from '../../chains/stacks/receipt/node-receipt.js';
import { field } from '../../json.js';
import { decodeRaw } from './decode-raw.js';
import type { StacksView } from './stacks-view.js';

type Flow = { balance: string; total_sent: string; total_received: string };

/** The API's STX balance: amounts in micro-STX as text. */
export type StxBalance = Flow & {
  total_fees_sent: string;
  total_miner_rewards_received: string;
  lock_tx_id: string;
  locked: string;
  lock_height: number;
  burnchain_lock_height: number;
  burnchain_unlock_height: number;
};
export type TokenBalances = {
  fungible_tokens: Record<string, Flow>;
  non_fungible_tokens: Record<string, { count: string; total_sent: string; total_received: string }>;
};

/** Balance and lock as the node has them; what was sent and paid in fees from the transactions of this network's run. */
export async function stxBalance(view: StacksView, node: StacksClient, principal: string): Promise<StxBalance> {
  const { balance: unlocked, locked, unlockHeight } = await node.account(principal);
  const balance = unlocked + locked;
  let sent = 0n;
  let fees = 0n;
  let lock: { txid: string; height: number; burnHeight: number } | undefined;
  for (const { receipt, block } of view.allMined()) {
    const transaction = decodeRaw(receipt.rawTx);
    if (payerAddress(transaction) === principal) fees += transactionFee(transaction);
    for (const event of committed(receipt.events)) {
      const detail = detailOf(event);
      if ((event.type === 'stx_transfer_event' || event.type === 'stx_burn_event') && text(detail, 'sender') === principal) {
        sent += amountOf(detail);
      }
      if (event.type === 'stx_lock_event' && text(detail, 'locked_address') === principal) {
        lock = { txid: receipt.txid, height: block.height, burnHeight: block.burnHeight };
      }
    }
  }
  const isLocked = locked > 0n;
  return {
    balance: `${balance}`,
    total_sent: `${sent}`,
    // What an account has and had is what it was given, at genesis or later.
    total_received: `${balance + sent + fees}`,
    total_fees_sent: `${fees}`,
    total_miner_rewards_received: '0',
    lock_tx_id: isLocked ? (lock?.txid ?? '') : '',
    locked: `${locked}`,
    lock_height: isLocked ? (lock?.height ?? 0) : 0,
    burnchain_lock_height: isLocked ? (lock?.burnHeight ?? 0) : 0,
    burnchain_unlock_height: unlockHeight,
  };
}

/** Tokens of all contracts, from the events of this network's run. */
export function tokenBalances(view: StacksView, principal: string): TokenBalances {
  const fungible = new Map<string, Tally>();
  const unique = new Map<string, Tally>();
  for (const event of view.allMined().flatMap(({ receipt }) => committed(receipt.events))) {
    const kind = /^(ft|nft)_(?:transfer|mint|burn)_event$/.exec(event.type)?.[1];
    if (kind === undefined) continue;
    const detail = detailOf(event);
    const tallies = kind === 'ft' ? fungible : unique;
    const asset = text(detail, 'asset_identifier');
    const amount = kind === 'ft' ? amountOf(detail) : 1n;
    if (text(detail, 'sender') === principal) tally(tallies, asset).sent += amount;
    if (text(detail, 'recipient') === principal) tally(tallies, asset).received += amount;
  }
  return {
    fungible_tokens: show(fungible, (balance, totals) => ({ balance, ...totals })),
    non_fungible_tokens: show(unique, (count, totals) => ({ count, ...totals })),
  };
}

type Tally = { sent: bigint; received: bigint };

function tally(tallies: Map<string, Tally>, asset: string): Tally {
  const entry = tallies.get(asset) ?? { sent: 0n, received: 0n };
  tallies.set(asset, entry);
  return entry;
}

function show<T>(
  tallies: Map<string, Tally>,
  entry: (balance: string, totals: { total_sent: string; total_received: string }) => T,
): Record<string, T> {
  return Object.fromEntries(
    [...tallies].map(([asset, { sent, received }]) => [
      asset,
      entry(`${received - sent}`, { total_sent: `${sent}`, total_received: `${received}` }),
    ]),
  );
}

function committed(events: readonly StacksEvent[]): StacksEvent[] {
  return events.filter((event) => event.committed);
}

function detailOf(event: StacksEvent): object {
  const detail = event[event.type];
  return typeof detail === 'object' && detail !== null ? detail : {};
}

function text(detail: object, name: string): string {
  const value = field(detail, name);
  return typeof value === 'string' ? value : '';
}

function amountOf(detail: object): bigint {
  return BigInt(text(detail, 'amount') || 0);
}
