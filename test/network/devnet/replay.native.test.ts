import { expect } from 'vitest';
import { bootDevnet } from '../../devnet.js';
import { temporaryFolder } from '../../disposable-folder.js';
import { testWithNodes } from '../../engines/real-nodes/launch/native/real-nodes.js';
import { makeTransactions } from './replayed-transactions.js';

/** How many transactions are replayed, half of them failing: more take minutes. */
const COUNT = Number(process.env['REPLAYS'] ?? 26);

testWithNodes('transactions of a real node have the status, result, events and costs that it reported; offline, too', async () => {
  await using folder = await temporaryFolder('replay');
  const cache = { dir: folder.path, enabled: true };
  const native = await bootDevnet({ engine: 'native', gateway: true });
  await using _closed = { [Symbol.asyncDispose]: () => native.close() };
  const txids = await makeTransactions(native, COUNT);
  const fork = { url: native.urls.gateway as string };
  await using first = await bootDevnet({ fork, cache });
  const replays = [];
  for (const txid of txids) replays.push(await first.replay(txid));
  const unequal = replays.filter(({ isEqual, notReported }) => !isEqual || notReported.length > 0);
  expect(unequal.map(({ txid, differences, notReported }) => ({ txid, differences, notReported }))).toEqual([]);
  const failed = replays.filter(({ status }) => status !== 'success').length;
  expect(failed).toBeGreaterThanOrEqual(COUNT / 2);
  console.log(`${replays.length} transactions of a real node are equal, ${failed} of them failed`);

  await native.close();
  await using offline = await bootDevnet({ fork: { ...fork, offline: true }, cache });
  for (const replay of replays) expect(await offline.replay(replay.txid)).toEqual(replay);
});
