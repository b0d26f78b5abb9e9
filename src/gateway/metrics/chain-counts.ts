import { NO_COST } from '../../clarity/costs.js';
import type { FaucetCoin } from '../../network/faucet.js';
import type { LocalDevnet } from '../../network/types.js';

/** Counts of events since the gateway started. Costs are in the units of the Clarity VM. */
export type ChainCounts = {
  bitcoinBlocks: number;
  stacksBlocks: number;
  tenures: number;
  reorganisations: number;
  restores: number;
  stalls: number;
  transactions: Map<string, number>;
  paid: Record<FaucetCoin, bigint>;
  payments: Record<FaucetCoin, number>;
  cost: { runtime: number; readCount: number; readLength: number; writeCount: number; writeLength: number };
  /** Txids that entered the Bitcoin mempool and are in no block yet, according to events. */
  bitcoinMempool: Set<string>;
};

/** @returns the live counts, and a function that stops them */
export function countChains(devnet: Pick<LocalDevnet, 'subscribe'>): { counts: ChainCounts; stop: () => void } {
  const counts: ChainCounts = {
    bitcoinBlocks: 0,
    stacksBlocks: 0,
    tenures: 0,
    reorganisations: 0,
    restores: 0,
    stalls: 0,
    transactions: new Map(),
    paid: { btc: 0n, stx: 0n, sbtc: 0n },
    payments: { btc: 0, stx: 0, sbtc: 0 },
    cost: { ...NO_COST },
    bitcoinMempool: new Set(),
  };
  let burnHash = '';
  const stop = devnet.subscribe((event) => {
    switch (event.type) {
      case 'bitcoin.tx':
        counts.bitcoinMempool.add(event.txid);
        return;
      case 'bitcoin.dropped':
        counts.bitcoinMempool.delete(event.txid);
        return;
      case 'bitcoin.block':
        counts.bitcoinBlocks++;
        for (const txid of event.txids) counts.bitcoinMempool.delete(txid);
        return;
      case 'stacks.block':
        counts.stacksBlocks++;
        if (event.burnHash !== burnHash) counts.tenures++;
        burnHash = event.burnHash;
        for (const { status, cost } of event.receipts) {
          counts.transactions.set(status, (counts.transactions.get(status) ?? 0) + 1);
          for (const name of ['runtime', 'readCount', 'readLength', 'writeCount', 'writeLength'] as const) counts.cost[name] += cost[name];
        }
        return;
      case 'bitcoin.reorg':
      case 'stacks.reorg':
        counts.reorganisations++;
        return;
      case 'restored':
        counts.restores++;
        counts.bitcoinMempool.clear();
        return;
      case 'stall':
        counts.stalls++;
        return;
      case 'faucet.payment':
        counts.payments[event.coin]++;
        counts.paid[event.coin] += BigInt(event.amount);
        return;
      default:
    }
  });
  return { counts, stop };
}
