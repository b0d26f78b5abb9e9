import { expect, test } from 'vitest';
import { createNonces } from '#dist/faucet/stacks/nonces.js';

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
