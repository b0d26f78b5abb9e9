import { afterEach, expect, test, vi } from 'vitest';
import { testGateway } from '../../gateway/support/gateway.js';
import { ADDRESS, OTHER_ADDRESS, transfer } from '../history/support/blocks.js';

afterEach(() => {
  vi.useRealTimers();
});

test('behavior: transactions of one second are listed as a new database of the API lists them', async () => {
  await using gateway = await testGateway();
  vi.useFakeTimers({ toFake: ['Date'] });
  const sent = [];
  for (const [nonce, time] of [1_000, 2_000, 2_000, 2_000, 2_000].entries()) {
    const signed = await transfer(nonce);
    vi.setSystemTime(time);
    gateway.devnet.emit({ type: 'stacks.tx', ...signed });
    sent.push(signed.txid);
  }
  vi.useRealTimers();
  const list = async (path: string): Promise<string[]> => {
    const { results } = (await gateway.app.inject(`/extended${path}`)).json() as { results: { tx_id: string }[] };
    return results.map(({ tx_id }) => tx_id);
  };
  const [oldest = '', ...others] = sent;
  const byTxid = [...others].sort().reverse();
  expect(byTxid).not.toEqual(others);
  expect(await list('/v1/tx/mempool')).toEqual([...byTxid, oldest]);
  expect(await list('/v3/mempool/transactions')).toEqual([...byTxid, oldest]);
  expect(await list('/v1/tx/mempool?order=asc')).toEqual([oldest, ...byTxid.toReversed()]);
  expect(await list('/v1/tx/mempool?order_by=fee')).toEqual(sent);
  expect(await list('/v1/tx/mempool?order_by=size&order=asc')).toEqual(sent);
  expect(await list(`/v1/tx/mempool?sender_address=${ADDRESS}`)).toEqual([...others, oldest]);
  expect(await list(`/v1/address/${OTHER_ADDRESS}/mempool`)).toEqual([...others, oldest]);
});

test('behavior: the time of arrival is rounded, as in the API', async () => {
  await using gateway = await testGateway();
  await gateway.app.inject('/extended/v1/tx/mempool');
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const [nonce, time] of [2_499, 2_500].entries()) {
    vi.setSystemTime(time);
    gateway.devnet.emit({ type: 'stacks.tx', ...(await transfer(nonce)) });
  }
  vi.useRealTimers();
  const { results } = (await gateway.app.inject('/extended/v1/tx/mempool')).json() as { results: object[] };
  expect(results).toMatchObject([
    { nonce: 1, receipt_time: 3 },
    { nonce: 0, receipt_time: 2 },
  ]);
});
