import { createSingleFlight } from '../../../base/async.js';
import { type Deadline, wait } from '../../../base/wait.js';
import type { BitcoinClient } from '../../../bitcoin/client.js';
import { formatBtc } from '../../../bitcoin/client.js';
import { COINBASE_MATURITY } from '../../../bitcoin/coinbase-maturity.js';
import type { BitcoinTracker, SubscribeTracked } from '../../../stacks/history.js';
import type { Coin } from './coin.js';
import { createCoins } from './coins.js';
import { btcFailure } from './failure.js';
import { type PendingPayment, readPending } from './pending.js';

/** The faucet's coins, kept up to date by chain events and read from the node when these do not suffice. */
export type CoinSupply = {
  /**
   * Takes coins worth at least `need(count)` sats for `count` coins.
   * @returns undefined if all coins are in long chains of unconfirmed transactions, or taken
   * @throws DevnetError FAUCET_FAILED if there are not enough coins
   */
  take(need: (count: number) => bigint): Promise<Coin[] | undefined>;
  /** Counts the changes of coins that may help waiting requests. */
  changes(): number;
  /** Waits until there were more changes than this number. @throws DevnetError TIMEOUT, ABORTED */
  nextChange(seen: number, deadline: Deadline): Promise<void>;
  /** Makes all coins be read again before the next payment, because the node refused this one. */
  refused(txid: string): void;
  /** Records an accepted payment: its inputs are spent, its change can be spent. */
  spent(txid: string, inputs: readonly Coin[], change: readonly Coin[]): void;
  /** Keeps coins until the next block, because the node refused them for now. */
  setAside(coins: readonly Coin[]): void;
  /** Returns coins of unknown state: all coins are read again before the next payment. */
  reread(coins: readonly Coin[]): void;
  /** Makes waiting requests try again. */
  wake(): void;
  /** The number of usable coins. */
  count(): number;
  /** Counts how often the chain went back: a payment sent before such a change may not exist any more. */
  generation(): number;
};

export type CoinSupplyServices = {
  rpc: BitcoinClient;
  tracker: BitcoinTracker;
  subscribe: SubscribeTracked;
  /** Fires, with an error as its reason, when the network ends. */
  closed: AbortSignal;
};

/** @param scripts returns the faucet's output scripts as hex */
export function createCoinSupply({ rpc, tracker, subscribe, closed }: CoinSupplyServices, scripts: () => readonly string[]): CoinSupply {
  const coins = createCoins();
  const wakers = new Set<() => void>();
  let wakes = 0;
  const wake = (): void => {
    wakes++;
    for (const waker of [...wakers]) waker();
  };
  let generation = 0;
  /** Counts the events after which the coins must be read again. */
  let changes = 0;
  /** The height at which the coins were last read; undefined: read them before the next payment. */
  let loaded: number | undefined;

  const unsubscribe = subscribe((event) => {
    if (event.type === 'bitcoin.block') {
      for (const txid of event.txids) coins.confirmed(txid);
      coins.newBlock();
      wake();
    } else if (event.type === 'restored' || event.type === 'bitcoin.reorg' || event.type === 'bitcoin.dropped') {
      if (event.type !== 'bitcoin.dropped') generation++;
      changes++;
      loaded = undefined;
      wake();
    }
  });
  closed.addEventListener('abort', unsubscribe, { once: true });

  const { run: load } = createSingleFlight(async () => {
    for (;;) {
      const before = changes;
      const height = tracker.ledger.height();
      const own = scripts();
      const [scan, mempool] = await Promise.all([rpc.unspent(own), rpc.mempool()]);
      const payments = mempool.length === 0 ? new Map<string, PendingPayment>() : await readPending(rpc, scan.utxos, own);
      // All answers must be of the same state.
      if (changes !== before || tracker.ledger.height() !== height) continue;
      coins.reload({ ...scan, payments });
      loaded = height;
      return;
    }
  });
  const nextChange = (seen: number, deadline: Deadline): Promise<void> =>
    wait<void>({
      ...deadline,
      closed,
      what: "a Bitcoin block, because all of the faucet's coins are in chains of unconfirmed transactions",
      details: () => ({ lastSeen: `Bitcoin block ${tracker.ledger.height()}` }),
      begin(settle) {
        if (wakes !== seen) settle.resolve();
        const waker = (): void => settle.resolve();
        wakers.add(waker);
        return () => wakers.delete(waker);
      },
    });

  return {
    async take(need) {
      for (;;) {
        if (loaded === undefined) await load();
        const taken = coins.take(need);
        if (taken !== undefined) return taken;
        if (loaded !== tracker.ledger.height()) {
          // Coinbases may have matured since the last read.
          await load();
          continue;
        }
        if (!coins.blocked()) {
          const balance = formatBtc(coins.total().amount);
          const needed = `the payment needs ${formatBtc(need(1))} with its fee`;
          throw btcFailure(`it has run out of tokens: it has ${balance}, ${needed}${youth(tracker.ledger.height())}`);
        }
        return undefined;
      }
    },
    changes: () => wakes,
    nextChange,
    refused(txid) {
      coins.confirmed(txid);
      loaded = undefined;
    },
    spent(txid, inputs, change) {
      coins.spent(txid, inputs, change);
      // The event of its block may have come before the answer to the request.
      if (tracker.ledger.state(txid).at === 'block') coins.confirmed(txid);
    },
    setAside: coins.setAside,
    reread(inputs) {
      coins.giveBack(inputs);
      loaded = undefined;
    },
    wake,
    count: () => coins.total().count,
    generation: () => generation,
  };
}

/** Says what a young chain lacks, as one with the heights of a simnet. */
function youth(height: number): string {
  const missing = COINBASE_MATURITY - height;
  if (missing <= 0) return '';
  return (
    `. Coins of miners can be spent from Bitcoin block ${COINBASE_MATURITY + 1} on. ` +
    `The chain is at block ${height}, as with heights: 'simnet'. Mine ${missing} blocks, or remove that setting.`
  );
}
