import { formatBtc } from '../chains/bitcoin/client/amount.js';
import type { BitcoinClient } from '../chains/bitcoin/client/client.js';
import { toHex } from '../chains/bitcoin/codec/hex.js';
import { keyScript, paymentSize, signPayment } from '../chains/bitcoin/payment.js';
import type { Engine } from '../engines/engine.js';
import { DevnetError } from '../error.js';
import type { BitcoinTracker } from '../history/bitcoin.js';
import { once } from '../once.js';
import { createSingleFlight } from '../single-flight.js';
import { wait } from '../wait.js';
import { type Coin, createCoins } from './coins.js';
import type { Deadline } from './deadline.js';
import type { FaucetKey } from './keys.js';
import type { FaucetPayment } from './types.js';

export type BtcWallet = {
  /** Core's name of the chain. */
  chain(): Promise<string>;
  /** Sends sats to an output script; waits for a block when all coins are in chains of unconfirmed transactions. */
  send(script: Uint8Array, amount: bigint, deadline: Deadline): Promise<FaucetPayment>;
};

export type BtcWalletServices = {
  rpc: BitcoinClient;
  tracker: BitcoinTracker;
  subscribe: Engine['subscribe'];
  keys: readonly [FaucetKey, ...FaucetKey[]];
  /** Fires, with an error as its reason, when the network ends. */
  closed: AbortSignal;
};

/** Below it no change is made: the dust limit of P2PKH at Core's default rate, the highest of any kind of output. */
export const DUST = 546n;
/** Sats per virtual byte: twice the default minimum, so that rounding never falls below it. */
const FEE_RATE = 2n;
/** With fewer usable coins than this, change is split so that requests at once need not queue behind each other. */
const FEW_COINS = 50;
const SPLIT = 4;
/** What Core says of coins that are spent, or of a payment that was made of them before. */
const STALE = /missingorspent|missing-inputs|premature-spend|already in utxo set|txn-already-/i;
/** How often a payment is made anew after a refusal that other coins may cure. */
const ATTEMPTS = 10;

/** The chain, the faucet's output scripts (hex) with their keys, and the script that change goes to. */
type Home = { chain: string; keys: ReadonlyMap<string, FaucetKey>; script: Uint8Array };

/** The faucet's own coins by its own keys, without a wallet of the node. */
export function createBtcWallet(services: BtcWalletServices): BtcWallet {
  const { rpc, tracker, subscribe, keys, closed } = services;
  const coins = createCoins();
  const wakers = new Set<() => void>();
  const wake = (): void => {
    for (const waker of [...wakers]) waker();
  };
  /** Counts the times that the chain went back. */
  let generation = 0;
  /** The height at which the coins were last read; undefined: read them before the next payment. */
  let loaded: number | undefined;

  const unsubscribe = subscribe((event) => {
    if (event.type === 'bitcoin.block') {
      for (const txid of event.txids) coins.confirmed(txid);
      coins.newBlock();
      wake();
    } else if (event.type === 'restored' || event.type === 'bitcoin.reorg' || event.type === 'bitcoin.dropped') {
      if (event.type !== 'bitcoin.dropped') generation++;
      loaded = undefined;
      wake();
    }
  });
  closed.addEventListener('abort', unsubscribe, { once: true });

  const home = once(async (): Promise<Home> => {
    const { chain } = await rpc.blockchain();
    return { chain, keys: new Map(keys.map((key) => [toHex(keyScript(key.privateKey)), key])), script: keyScript(keys[0].privateKey) };
  });
  const { run: load } = createSingleFlight(async () => {
    const scripts = [...(await home()).keys.keys()];
    for (;;) {
      const before = generation;
      const height = tracker.ledger.height();
      const [scan, mempool] = await Promise.all([rpc.unspent(scripts), rpc.mempool()]);
      // Read again if the chain moved meanwhile: both answers must belong to one state.
      if (generation !== before || tracker.ledger.height() !== height) continue;
      const waiting = new Set(mempool);
      coins.reload(scan.utxos, scan.height, (txid) => waiting.has(txid));
      loaded = height;
      return;
    }
  });

  const take = async (need: (count: number) => bigint, deadline: Deadline): Promise<Coin[]> => {
    for (;;) {
      if (loaded === undefined) await load();
      const taken = coins.take(need);
      if (taken !== undefined) return taken;
      // Coinbases that matured since the last look are not known yet.
      if (loaded === tracker.ledger.height()) {
        if (!coins.blocked()) {
          const has = formatBtc(coins.total().amount);
          throw failed(`it has run out of tokens: it has ${has}, the payment needs ${formatBtc(need(1))} with its fee`);
        }
        await change(deadline);
      } else await load();
    }
  };
  const change = (deadline: Deadline): Promise<void> =>
    wait<void>({
      ...deadline.left(),
      closed,
      what: "a Bitcoin block, because all of the faucet's coins are in chains of unconfirmed transactions",
      details: () => ({ lastSeen: `Bitcoin block ${tracker.ledger.height()}` }),
      begin(settle) {
        const waker = (): void => settle.resolve();
        wakers.add(waker);
        return () => wakers.delete(waker);
      },
    });

  /** What goes back to the faucet, in as many parts as coins are wanted. */
  const changeParts = (total: bigint, amount: bigint, inputs: number, scripts: readonly Uint8Array[], back: Uint8Array): bigint[] => {
    const rest = (parts: number): bigint => {
      const size = paymentSize(inputs, [...scripts, ...Array.from({ length: parts }, () => back)]);
      return total - amount - FEE_RATE * BigInt(size);
    };
    const wanted = coins.total().count < FEW_COINS ? SPLIT : 1;
    // A part that cannot make the same payment again helps nobody.
    for (let parts = wanted; parts > 1; parts--) {
      const part = rest(parts) / BigInt(parts);
      if (part >= 2n * amount) return [rest(parts) - part * BigInt(parts - 1), ...Array.from({ length: parts - 1 }, () => part)];
    }
    return rest(1) >= DUST ? [rest(1)] : [];
  };

  const submit = async (inputs: readonly Coin[], script: Uint8Array, amount: bigint, own: Home): Promise<FaucetPayment | undefined> => {
    const back = own.script;
    const before = generation;
    const total = inputs.reduce((sum, coin) => sum + coin.amount, 0n);
    const parts = changeParts(total, amount, inputs.length, [script], back);
    const { hex, txid } = signPayment(
      inputs.map((coin) => ({ ...coin, privateKey: keyOf(own, coin) })),
      [{ script, amount }, ...parts.map((part) => ({ script: back, amount: part }))],
    );
    if (tracker.ledger.state(txid).at !== 'unknown' && (await rpc.transaction(txid)) !== undefined) {
      // An earlier payment of these coins, equal to the byte: the coins were read while the chain changed. A node takes such a
      // transaction a second time without complaint, and one payment would answer two requests.
      reread(inputs);
      return undefined;
    }
    try {
      await rpc.send(hex);
    } catch (error) {
      if (!(await arrived(rpc, error, txid))) {
        afterRefusal(error, inputs);
        return undefined;
      }
    }
    const payment = { txId: txid, txRaw: hex, amount };
    if (generation !== before) {
      // The chain went back meanwhile: the coins are read anew, and only the node can say whether that state has the payment.
      reread(inputs);
      return (await rpc.transaction(txid)) === undefined ? undefined : payment;
    }
    coins.spent(
      txid,
      inputs,
      parts.map((part, index) => ({ txid, vout: index + 1, amount: part, script: toHex(back) })),
    );
    // Its block may have been told before the answer to the request.
    if (tracker.ledger.state(txid).at === 'block') coins.confirmed(txid);
    return payment;
  };
  const reread = (inputs: readonly Coin[]): void => {
    coins.giveBack(inputs);
    loaded = undefined;
  };
  /** Puts the coins where they belong after a refusal. @throws the error when other coins would not cure it */
  const afterRefusal = (error: unknown, inputs: readonly Coin[]): void => {
    const reason = error instanceof DevnetError && error.code === 'RPC' ? (error.reason ?? '') : undefined;
    if (reason !== undefined && /mempool-conflict|insufficient fee|too-long-mempool-chain|replacement/.test(reason)) {
      coins.setAside(inputs);
      return;
    }
    reread(inputs);
    if (reason !== undefined && STALE.test(reason)) return;
    throw reason === undefined ? error : failed(`the Bitcoin node refused it: ${reason}`, error);
  };

  return {
    chain: async () => (await home()).chain,
    async send(script, amount, deadline) {
      const to = await home();
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const inputs = await take((count) => amount + FEE_RATE * BigInt(paymentSize(count, [script])), deadline);
        const payment = await submit(inputs, script, amount, to).finally(wake);
        if (payment !== undefined) return payment;
      }
      throw failed(`the Bitcoin node refused it ${ATTEMPTS} times`);
    },
  };
}

/** A request that failed on its way may have arrived all the same. */
async function arrived(rpc: BitcoinClient, error: unknown, txid: string): Promise<boolean> {
  if (!(error instanceof DevnetError) || error.code === 'RPC') return false;
  return (await rpc.transaction(txid).catch(() => undefined)) !== undefined;
}

function keyOf({ keys }: Home, { script }: Coin): string {
  const key = keys.get(script);
  if (key === undefined) throw new DevnetError('INTERNAL', `the faucet has no key for the script ${script}`);
  return key.privateKey;
}

export function failed(reason: string, cause?: unknown): DevnetError {
  return new DevnetError('FAUCET_FAILED', `the BTC faucet could not pay: ${reason}`, { cause });
}
