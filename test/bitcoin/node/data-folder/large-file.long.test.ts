import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createBitcoinNode } from '#dist/start/bitcoin-node.js';
import { ADDRESS, caller, newFolder } from './kit.js';

test('behavior: a chain is read again from a file that is larger than what is read at once', async () => {
  const folder = await newFolder();
  const first = createBitcoinNode();
  await first.keep(folder);
  const call = await caller(first);
  await call('createwallet', 'w');
  await call('generatetoaddress', 101, await call('getnewaddress'));
  // Each block has an output of 95,000 bytes.
  for (let block = 0; block < 45; block++) {
    await call('send', [{ data: 'ab'.repeat(95_000) }], null, 'unset', 1);
    first.mine(1, ADDRESS);
  }
  const tip = first.tip();
  await first.close();
  expect((await stat(path.join(folder, 'blocks', 'blk00000.dat'))).size).toBeGreaterThan(4_100_000);
  await using second = createBitcoinNode();
  await second.keep(folder);
  expect(second.tip()).toEqual(tip);
});
