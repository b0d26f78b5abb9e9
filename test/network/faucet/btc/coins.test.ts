import { expect, test } from 'vitest';
import type { Coin } from '#dist/network/faucet/btc/coin.js';
import { createCoins } from '#dist/network/faucet/btc/coins.js';

const utxo = (txid: string, amount: bigint, changes: { height?: number; coinbase?: boolean } = {}) => ({
  txid,
  vout: 0,
  amount,
  height: 1,
  coinbase: false,
  script: '00',
  ...changes,
});
const outputs = (coins: readonly Coin[] | undefined): string[] | undefined => coins?.map(({ txid }) => txid);
const exactly = (amount: bigint) => (): bigint => amount;

type Payments = Readonly<Record<string, { inputs: readonly Coin[]; change: readonly Coin[] }>>;
const unspent = (utxos: ReturnType<typeof utxo>[], payments: Payments = {}) => ({
  utxos,
  height: 200,
  payments: new Map(Object.entries(payments)),
});

test('default: takes the smallest sufficient coin, each coin once', () => {
  const coins = createCoins();
  coins.reload(unspent([utxo('small', 5n), utxo('large', 100n), utxo('middle', 20n)]));
  expect(outputs(coins.take(exactly(10n)))).toEqual(['middle']);
  expect(outputs(coins.take(exactly(10n)))).toEqual(['large']);
  expect(coins.take(exactly(10n))).toBeUndefined();
});

test('behavior: takes several coins if no single one suffices, each of which adds to the fee', () => {
  const coins = createCoins();
  coins.reload(unspent([utxo('a', 10n), utxo('b', 20n), utxo('c', 30n)]));
  expect(outputs(coins.take((count) => 40n + BigInt(count)))).toEqual(['c', 'b']);
});

test('behavior: a coinbase is usable after 100 blocks', () => {
  const coins = createCoins();
  coins.reload(unspent([utxo('young', 10n, { height: 102, coinbase: true }), utxo('ripe', 10n, { height: 101, coinbase: true })]));
  expect(outputs(coins.take(exactly(10n)))).toEqual(['ripe']);
  expect(coins.take(exactly(10n))).toBeUndefined();
});

test('behavior: change is spent after confirmed coins, up to the limit of mempool ancestors', () => {
  const coins = createCoins();
  coins.reload(unspent([utxo('first', 1_000n)]));
  for (let depth = 1; depth <= 24; depth++) {
    const [coin] = coins.take(exactly(1n)) ?? [];
    if (coin === undefined) throw new RangeError(`no coin at depth ${depth}`);
    coins.spent(`tx ${depth}`, [coin], [{ ...coin, txid: `tx ${depth}` }]);
  }
  expect(coins.take(exactly(1n))).toBeUndefined();
  expect(coins.blocked()).toBe(true);
  coins.confirmed('tx 24');
  expect(outputs(coins.take(exactly(1n)))).toEqual(['tx 24']);
});

test('behavior: a reload takes the unspent outputs, without the inputs and with the change of pending payments', () => {
  const coins = createCoins();
  coins.reload(unspent([utxo('a', 10n), utxo('b', 10n)]));
  const inputs = coins.take(exactly(10n)) ?? [];
  const change = [{ txid: 'waiting', vout: 1, amount: 4n, script: '00' }];
  coins.reload(unspent([utxo('a', 10n), utxo('b', 10n)], { waiting: { inputs, change } }));
  expect(coins.total()).toEqual({ count: 2, amount: 14n });
  // The node's answer comes after the reload.
  const taken = [coins.take(exactly(4n)) ?? [], coins.take(exactly(4n)) ?? []];
  expect(taken.map(outputs)).toEqual([['b'], ['waiting']]);
  coins.spent('waiting', inputs, change);
  expect(coins.take(exactly(4n))).toBeUndefined();
  for (const each of taken) coins.giveBack(each);
  // The payment was dropped: its input is usable again, its change is not.
  coins.reload(unspent([utxo('a', 10n), utxo('b', 10n)]));
  expect(coins.total()).toEqual({ count: 2, amount: 20n });
});

test('behavior: a reload knows the chains of unconfirmed transactions', () => {
  const coins = createCoins();
  const first = utxo('a', 1_000n);
  const payments: [string, Payments[string]][] = [];
  for (let depth = 1; depth <= 24; depth++) {
    const inputs = [depth === 1 ? first : { ...first, txid: `tx ${depth - 1}` }];
    payments.unshift([`tx ${depth}`, { inputs, change: [{ ...first, txid: `tx ${depth}` }] }]);
  }
  coins.reload(unspent([first], Object.fromEntries(payments)));
  expect([coins.total().count, coins.take(exactly(1n)), coins.blocked()]).toEqual([1, undefined, true]);
  coins.confirmed('tx 24');
  expect(outputs(coins.take(exactly(1n)))).toEqual(['tx 24']);
});

test('behavior: coins set aside are usable after the next block', () => {
  const coins = createCoins();
  coins.reload(unspent([utxo('a', 10n)]));
  coins.setAside(coins.take(exactly(1n)) ?? []);
  expect([coins.take(exactly(1n)), coins.blocked()]).toEqual([undefined, true]);
  coins.newBlock();
  expect(outputs(coins.take(exactly(1n)))).toEqual(['a']);
});

test('behavior: many small coins are merged into a payment', () => {
  const coins = createCoins();
  const crumbs = Array.from({ length: 20 }, (_, index) => utxo(`crumb ${String(index).padStart(2, '0')}`, 600n));
  coins.reload(unspent([...crumbs, utxo('large', 10_000n)]));
  expect(outputs(coins.take(exactly(1_000n)))).toEqual(['large', ...crumbs.slice(0, 10).map(({ txid }) => txid)]);
});

test('behavior: coins that the mempool spends are not taken, and a later block may help', () => {
  const coins = createCoins();
  const a = utxo('a', 10n);
  coins.reload(unspent([a, utxo('b', 10n)], { foreign: { inputs: [a], change: [] } }));
  expect(coins.take(() => 10n)).toMatchObject([{ txid: 'b' }]);
  expect(coins.take(() => 10n)).toBeUndefined();
  expect(coins.blocked()).toBe(true);
});

test('behavior: pending payments may bring coins until the next block, also if none of them is change', () => {
  const coins = createCoins();
  coins.reload(unspent([]));
  expect(coins.blocked()).toBe(false);
  coins.reload(unspent([], { waiting: { inputs: [], change: [] } }));
  expect(coins.blocked()).toBe(true);
  coins.newBlock();
  expect(coins.blocked()).toBe(false);
});

test('behavior: many small coins are merged, and the payment itself needs none of them', () => {
  const coins = createCoins();
  const small = Array.from({ length: 20 }, (_, index) => utxo(`s${String(index).padStart(2, '0')}`, 5n));
  coins.reload(unspent([...small, utxo('exact', 10n), utxo('large', 100n)]));
  expect(outputs(coins.take(exactly(10n)))).toEqual(['exact', ...small.slice(0, 10).map(({ txid }) => txid)]);
  expect(outputs(coins.take(exactly(10n)))).toEqual(['large']);
});

test('behavior: equal coins are taken in the order of their outputs, and coins that were set aside return once', () => {
  const coins = createCoins();
  coins.reload(unspent([{ ...utxo('b', 10n), vout: 1 }, utxo('b', 10n), utxo('a', 10n)]));
  const order = [1, 2, 3].flatMap(() => coins.take(exactly(10n)) ?? []);
  expect(order.map(({ txid, vout }) => `${txid}:${vout}`)).toEqual(['a:0', 'b:0', 'b:1']);
  coins.setAside(order);
  expect([coins.total().count, coins.blocked()]).toEqual([0, true]);
  coins.newBlock();
  expect([coins.total().count, coins.blocked()]).toEqual([3, false]);
  // They are not taken any more.
  coins.giveBack(order);
  expect(coins.total()).toEqual({ count: 3, amount: 30n });
});
