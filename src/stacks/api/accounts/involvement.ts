import type { Outcome } from '../../history/lookup/outcome.js';
import { recipientOf, stateEvents } from '../../history/lookup/outcome.js';

/** What a transaction moved of one asset for one principal; of a non-fungible token the number of pieces. */
export type BalanceChange = { kind: 'stx' | 'ft' | 'nft'; asset: string; sent: bigint; received: bigint };

const ORDER = { stx: 1, ft: 2, nft: 3 } as const;

/** The changes by a transaction, STX first, then by asset. Fees are sent. */
export function balanceChanges({ payer, fee, events }: Outcome, principal: string): BalanceChange[] {
  const changes = new Map<string, BalanceChange>();
  const at = (kind: BalanceChange['kind'], asset: string): BalanceChange => {
    const key = `${ORDER[kind]}:${asset}`;
    const known = changes.get(key) ?? { kind, asset, sent: 0n, received: 0n };
    changes.set(key, known);
    return known;
  };
  if (payer === principal && fee > 0n) at('stx', 'stx').sent += fee;
  for (const event of stateEvents(events)) {
    if (!('action' in event) || (event.sender !== principal && event.recipient !== principal)) continue;
    const amount = event.kind === 'nft' ? 1n : event.amount;
    const change = at(event.kind, event.kind === 'stx' ? 'stx' : event.asset);
    if (event.sender === principal) change.sent += amount;
    if (event.recipient === principal) change.received += amount;
  }
  return [...changes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
}

export function changeCursor({ kind, asset }: BalanceChange): string {
  return `${ORDER[kind]}:${asset}`;
}

/** STX that a principal sent, fee included, and received. */
export function stxOf(outcome: Outcome, principal: string): { sent: bigint; received: bigint } {
  return balanceChanges(outcome, principal).find(({ kind }) => kind === 'stx') ?? { sent: 0n, received: 0n };
}

/** Which balances of a principal a transaction concerns. An aborted transfer or fee counts, too. */
export function affectedBalances(outcome: Outcome, principal: string): { stx: boolean; ft: boolean; nft: boolean } {
  const { payer, transaction, events } = outcome;
  const has = (kind: string): boolean =>
    stateEvents(events).some(
      (event) => 'action' in event && event.kind === kind && (event.sender === principal || event.recipient === principal),
    );
  return { stx: payer === principal || recipientOf(transaction) === principal || has('stx'), ft: has('ft'), nft: has('nft') };
}

/** How many events of each kind have the principal as sender or recipient. */
export function eventCounts(
  { events }: Outcome,
  principal: string,
): Record<'stx' | 'ft' | 'nft', { transfer: number; mint: number; burn: number }> {
  const counts = { stx: { transfer: 0, mint: 0, burn: 0 }, ft: { transfer: 0, mint: 0, burn: 0 }, nft: { transfer: 0, mint: 0, burn: 0 } };
  for (const event of stateEvents(events)) {
    if ('action' in event && (event.sender === principal || event.recipient === principal)) counts[event.kind][event.action]++;
  }
  return counts;
}
