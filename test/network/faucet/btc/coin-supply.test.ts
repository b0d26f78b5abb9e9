import { expect, test } from 'vitest';
import type { BitcoinClient } from '#dist/bitcoin/protocol/client/client.js';
import { createCoinSupply } from '#dist/network/faucet/btc/coin-supply.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';
import type { BitcoinTracker } from '#dist/stacks/history/bitcoin.js';
import type { TrackedEvent } from '#dist/stacks/history/tracked-event.js';

const SCRIPT = '0014';
const coin = (txid: string, amount: bigint) => ({ txid, vout: 0, amount, script: SCRIPT });

test('behavior: coins are read again if a payment is dropped during the request', async () => {
  const listeners = new Set<(event: TrackedEvent) => void>();
  const emit = (event: EngineEvent) => {
    for (const listener of listeners) listener(event as TrackedEvent);
  };
  let height = 200;
  let mempool: string[] = [];
  let onRead: () => void = () => undefined;
  const rpc = {
    unspent: async () => ({ height: 200, utxos: [{ ...coin('funding', 10n), height: 1, coinbase: false }] }),
    spentInMempool: async () => new Map(mempool.map((txid) => ['funding:0', txid])),
    transaction: async () => undefined,
    async mempool() {
      const answer = mempool;
      onRead();
      return answer;
    },
  };
  const supply = createCoinSupply(
    {
      rpc: rpc as unknown as BitcoinClient,
      tracker: { ledger: { height: () => height, state: () => ({ at: 'unknown' }) } } as unknown as BitcoinTracker,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      closed: new AbortController().signal,
    },
    () => [SCRIPT],
  );
  const [funding] = (await supply.take(() => 6n)) ?? [];
  supply.spent('payment', [funding!], [coin('payment', 4n)]);
  mempool = ['payment'];
  // A new block makes the next request read the coins; the node drops the payment just after its mempool was read.
  height++;
  onRead = () => {
    onRead = () => undefined;
    mempool = [];
    emit({ type: 'bitcoin.dropped', txid: 'payment', reason: 'conflict' });
  };
  expect(await supply.take(() => 6n)).toMatchObject([{ txid: 'funding' }]);
});

/** A supply of one coin of 10 sats, whose node answers at once; counts how often it is read. */
function supplyOf(utxos: readonly { txid: string; amount: bigint }[]) {
  const listeners = new Set<(event: TrackedEvent) => void>();
  const closed = new AbortController();
  const node = { reads: 0, height: 200, mempool: [] as string[], spenders: new Map<string, string>(), mined: new Set<string>() };
  const rpc = {
    async unspent() {
      node.reads++;
      return { height: node.height, utxos: utxos.map(({ txid, amount }) => ({ ...coin(txid, amount), height: 1, coinbase: false })) };
    },
    spentInMempool: async () => node.spenders,
    transaction: async () => undefined,
    mempool: async () => node.mempool,
  };
  const state = (txid: string) => ({ at: node.mined.has(txid) ? 'block' : 'unknown' });
  const tracker = { ledger: { height: () => node.height, state } } as unknown as BitcoinTracker;
  const subscribe = (listener: (event: TrackedEvent) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const supply = createCoinSupply({ rpc: rpc as unknown as BitcoinClient, tracker, subscribe, closed: closed.signal }, () => [SCRIPT]);
  const emit = (event: object) => {
    for (const listener of [...listeners]) listener(event as TrackedEvent);
  };
  return { ...supply, node, emit, listeners, close: () => closed.abort(new Error('closed')) };
}
const soon = { timeoutMs: 30_000, signal: undefined };

test('behavior: coins are read once, and again after a new block if they do not suffice', async () => {
  const { take, node } = supplyOf([{ txid: 'a', amount: 10n }]);
  expect(await take(() => 6n)).toHaveLength(1);
  // The coin is taken, and comes back with a block.
  expect(await take(() => 6n)).toBeUndefined();
  expect(node.reads).toBe(1);
  node.height++;
  expect(await take(() => 6n)).toBeUndefined();
  expect(node.reads).toBe(2);
});

test('error: a faucet whose coins never suffice', async () => {
  const { take } = supplyOf([{ txid: 'a', amount: 10n }]);
  await expect(take((count) => 10n + BigInt(count))).rejects.toThrow(
    'it has run out of tokens: it has 0.0000001 BTC, the payment needs 0.00000011 BTC with its fee',
  );
});

test.each([
  [{ type: 'restored' }, 1],
  [{ type: 'bitcoin.reorg' }, 1],
  [{ type: 'bitcoin.dropped', txid: 'x' }, 0],
])('behavior: coins are read again after %o', async (event, generations) => {
  const { take, node, emit, generation, changes, count } = supplyOf([
    { txid: 'a', amount: 10n },
    { txid: 'b', amount: 10n },
  ]);
  expect(await take(() => 6n)).toMatchObject([{ txid: 'a' }]);
  expect([count(), changes()]).toEqual([1, 0]);
  emit(event);
  expect(changes()).toBe(1);
  expect(await take(() => 6n)).toMatchObject([{ txid: 'b' }]);
  expect([node.reads, generation()]).toEqual([2, generations]);
});

test('behavior: a waiting request tries again after a block, and at once if one came before it waited', async () => {
  const { take, emit, changes, nextChange, setAside } = supplyOf([{ txid: 'a', amount: 10n }]);
  setAside((await take(() => 6n)) ?? []);
  const seen = changes();
  const waiting = nextChange(seen, soon as never);
  emit({ type: 'stacks.block' });
  expect(changes()).toBe(seen);
  emit({ type: 'bitcoin.block', txids: [] });
  await waiting;
  await nextChange(seen, soon as never);
  expect(await take(() => 6n)).toHaveLength(1);
});

test('behavior: a block ends the chain of a payment, and a refused payment has none', async () => {
  const { take, spent, emit, refused, setAside, count } = supplyOf([{ txid: 'a', amount: 1_000n }]);
  let coins = (await take(() => 6n)) ?? [];
  for (let depth = 1; depth <= 24; depth++) {
    spent(`p${depth}`, coins, [coin(`p${depth}`, 1_000n - BigInt(depth))]);
    coins = (await take(() => 6n)) ?? [];
    if (depth < 24) expect(coins).toMatchObject([{ txid: `p${depth}` }]);
  }
  // Core's limit of unconfirmed ancestors.
  expect(coins).toEqual([]);
  emit({ type: 'bitcoin.block', txids: ['p24'] });
  coins = (await take(() => 6n)) ?? [];
  expect(coins).toMatchObject([{ txid: 'p24' }]);
  setAside(coins);
  expect(count()).toBe(0);
  // A refused payment makes all coins be read again.
  refused('p24');
  expect(await take(() => 6n)).toMatchObject([{ txid: 'a' }]);
});

test('behavior: a payment whose block came before the answer to its request has no chain', async () => {
  const { take, spent, node } = supplyOf([{ txid: 'a', amount: 1_000n }]);
  let coins = (await take(() => 6n)) ?? [];
  for (let n = 1; n <= 30; n++) {
    node.mined.add(`p${n}`);
    spent(`p${n}`, coins, [coin(`p${n}`, 1_000n - BigInt(n))]);
    coins = (await take(() => 6n)) ?? [];
    expect(coins).toMatchObject([{ txid: `p${n}` }]);
  }
});

test('behavior: a payment that left the mempool before it was read spends nothing', async () => {
  const { take, node } = supplyOf([{ txid: 'a', amount: 10n }]);
  node.mempool = ['gone'];
  node.spenders.set('a:0', 'gone');
  expect(await take(() => 6n)).toMatchObject([{ txid: 'a' }]);
});

test('behavior: a closed network has no listener', () => {
  const { listeners, close } = supplyOf([]);
  expect(listeners.size).toBe(1);
  close();
  expect(listeners.size).toBe(0);
});

test('behavior: coins of unknown state are read again', async () => {
  const { take, reread, node } = supplyOf([{ txid: 'a', amount: 10n }]);
  reread((await take(() => 6n)) ?? []);
  expect(await take(() => 6n)).toMatchObject([{ txid: 'a' }]);
  expect(node.reads).toBe(2);
});
