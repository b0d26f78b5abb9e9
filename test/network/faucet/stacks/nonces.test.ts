import { expect, test } from 'vitest';
import { createNonces } from '#dist/network/faucet/stacks/nonces.js';

const payment = (nonce: number, cost = 100n) => ({ nonce, cost, bytes: new Uint8Array() });

test('default: the lowest free nonce, and the balance beside pending payments', async () => {
  const nonces = createNonces(async () => ({ nonce: 3, balance: 1_000n }));
  await nonces.load();
  nonces.reserve('a', payment(3));
  nonces.reserve('b', payment(4));
  expect([nonces.lowestFree(), nonces.available(), nonces.pending(), nonces.hasGap()]).toEqual([5, 800n, 2, false]);
  nonces.release('a');
  await nonces.load();
  expect([nonces.lowestFree(), nonces.available(), nonces.pending(), nonces.hasGap()]).toEqual([3, 900n, 1, true]);
});

test('behavior: the balance is read again if a payment is mined during the request', async () => {
  const balances = [1_000n, 900n];
  const nonces = createNonces(async () => {
    const balance = balances.shift() ?? 0n;
    // The first answer is of the state before the block.
    if (balance === 1_000n) nonces.confirm('a');
    return { nonce: 0, balance };
  });
  nonces.reserve('a', payment(0));
  await nonces.load();
  expect([nonces.available(), nonces.lowestFree()]).toEqual([900n, 1]);
});

test('behavior: nonces of another holder of the key are used until the next block', async () => {
  const nonces = createNonces(async () => ({ nonce: 0, balance: 1_000n }));
  await nonces.load();
  nonces.markForeign(0);
  expect([nonces.lowestFree(), nonces.hasGap()]).toEqual([1, false]);
  nonces.retryForeign();
  await nonces.load();
  expect(nonces.lowestFree()).toBe(0);
});

test('behavior: after the chain went back, only payments that are still pending use nonces', async () => {
  const nonces = createNonces(async () => ({ nonce: 0, balance: 1_000n }));
  await nonces.load();
  nonces.reserve('a', payment(0));
  nonces.reserve('b', payment(1));
  nonces.confirm('a');
  nonces.rewind((txId) => txId === 'b');
  await nonces.load();
  expect([nonces.lowestFree(), nonces.available(), nonces.hasGap(), nonces.generation()]).toEqual([0, 900n, true, 1]);
  expect(nonces.txIds()).toEqual(['a', 'b']);
});

test('behavior: a payment of another process uses its nonce as soon as the chain is that of its mempool', async () => {
  const nonces = createNonces(async () => ({ nonce: 0, balance: 1_000n }));
  nonces.learn('a', payment(0));
  nonces.learn('b', payment(1));
  expect(nonces.lowestFree()).toBe(0);
  nonces.rewind((txId) => txId === 'a');
  await nonces.load();
  expect([nonces.lowestFree(), nonces.available(), nonces.pending()]).toEqual([1, 900n, 1]);
});

test('behavior: a mined payment frees nothing below it, and the account is not read again', async () => {
  let reads = 0;
  const nonces = createNonces(async () => ({ nonce: reads++, balance: 1_000n }));
  await nonces.load();
  for (const [txId, nonce] of [
    ['a', 0],
    ['b', 1],
    ['c', 2],
  ] as const)
    nonces.reserve(txId, payment(nonce));
  nonces.confirm('b');
  expect([nonces.lowestFree(), nonces.pending(), nonces.isPending('b')]).toEqual([3, 2, false]);
  nonces.confirm('a');
  nonces.confirm('unknown');
  await nonces.load();
  expect([reads, nonces.lowestFree(), nonces.pending(), nonces.isPending('c')]).toEqual([1, 3, 1, true]);
  expect(nonces.find('b')).toEqual(payment(1));
});

test('behavior: a node that is behind does not bring confirmed nonces back', async () => {
  const nonces = createNonces(async () => ({ nonce: 0, balance: 1_000n }));
  await nonces.load();
  nonces.reserve('a', payment(0));
  nonces.reserve('b', payment(1));
  nonces.confirm('b');
  nonces.confirm('a');
  nonces.invalidate();
  await nonces.load();
  expect([nonces.lowestFree(), nonces.pending(), nonces.available()]).toEqual([2, 0, 1_000n]);
});

test('behavior: a payment whose nonce another one has stays as it is', async () => {
  let reads = 0;
  const nonces = createNonces(async () => ({ nonce: 0, balance: 1_000n + BigInt(reads++) }));
  await nonces.load();
  nonces.reserve('a', payment(0));
  nonces.reserve('other', payment(0));
  nonces.release('a');
  nonces.release('unknown');
  nonces.restore('unknown');
  nonces.confirm('a');
  await nonces.load();
  expect([reads, nonces.isPending('other'), nonces.pending()]).toEqual([1, true, 1]);
});

test('behavior: a payment that is pending again uses its nonce and the balance', async () => {
  const nonces = createNonces(async () => ({ nonce: 0, balance: 1_000n }));
  await nonces.load();
  nonces.reserve('a', payment(0));
  nonces.release('a');
  await nonces.load();
  expect([nonces.isPending('a'), nonces.available()]).toEqual([false, 1_000n]);
  nonces.restore('a');
  await nonces.load();
  expect([nonces.isPending('a'), nonces.available(), nonces.lowestFree()]).toEqual([true, 900n, 1]);
});

test('behavior: the account is read again only if nonces of others are freed', async () => {
  let reads = 0;
  const nonces = createNonces(async () => ({ nonce: 0, balance: 1_000n - BigInt(reads++) }));
  await nonces.load();
  nonces.reserve('a', payment(0));
  nonces.markForeign(0);
  nonces.retryForeign();
  await nonces.load();
  expect([reads, nonces.isPending('a')]).toEqual([1, true]);
  nonces.markForeign(1);
  expect([nonces.lowestFree(), nonces.hasGap()]).toEqual([2, false]);
  nonces.retryForeign();
  await nonces.load();
  expect([reads, nonces.lowestFree(), nonces.isPending('a')]).toEqual([2, 1, true]);
});

test('behavior: txids are in the order of their nonces; the oldest of more than 2,000 is forgotten', async () => {
  const nonces = createNonces(async () => ({ nonce: 0, balance: 10_000_000n }));
  nonces.learn('second', payment(5));
  nonces.learn('first', payment(4));
  expect(nonces.txIds()).toEqual(['first', 'second']);
  for (let nonce = 6; nonce < 2_004; nonce++) nonces.learn(`${nonce}`, payment(nonce));
  expect([nonces.txIds().length, nonces.find('second')]).toEqual([2_000, payment(5)]);
  nonces.learn('last', payment(2_004));
  expect([nonces.txIds().length, nonces.find('second'), nonces.find('first')]).toEqual([2_000, undefined, payment(4)]);
});
