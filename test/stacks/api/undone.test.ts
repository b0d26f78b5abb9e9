import { expect, test } from 'vitest';
import { testGateway } from '../../gateway/support/gateway.js';
import { HASH } from '../../gateway/support/memory-devnet.js';
import { ADDRESS, blockEvent, receiptFor, transfer } from '../history/support/blocks.js';

test('behavior: a transaction that a restore undid is a dropped one, as in an indexer that saw it go', async () => {
  await using gateway = await testGateway();
  const get = (path: string) => gateway.app.inject(path);
  const [mined, pending, replaced] = [await transfer(0), await transfer(1), await transfer(1, { fee: 100n })];
  // The gateway keeps events from the first question on.
  await get('/extended/v1/tx/mempool');
  for (const { txid, rawTx } of [mined, replaced, pending]) gateway.devnet.emit({ type: 'stacks.tx', txid, rawTx });
  gateway.devnet.emit({ type: 'stacks.dropped', txid: replaced.txid, reason: 'ReplaceByFee', replacedBy: pending.txid });
  const block = blockEvent(41, HASH, [receiptFor(mined)]);
  gateway.devnet.emit(block);
  const before = (await get(`/extended/v1/tx/${mined.txid}`)).headers.etag;
  gateway.devnet.emit({ type: 'restored', id: 'early' });

  for (const { txid } of [mined, pending]) {
    const response = await get(`/extended/v1/tx/${txid}`);
    expect(response.json()).toMatchObject({
      tx_id: txid,
      tx_status: 'dropped_stale_garbage_collect',
      sender_address: ADDRESS,
      token_transfer: { amount: '1000' },
      replaced_by_tx_id: null,
    });
    expect(response.json()).not.toHaveProperty('block_hash');
    expect(response.headers.etag).not.toBe(before);
    expect((await get(`/extended/v3/transactions/${txid}`)).statusCode).toBe(404);
    expect((await get(`/extended/v1/tx/${txid}/raw`)).json()).toMatchObject({ raw_tx: expect.stringMatching(/^0x80/) });
  }
  expect((await get(`/extended/v1/tx/${replaced.txid}`)).json()).toMatchObject({
    tx_status: 'dropped_replace_by_fee',
    replaced_by_tx_id: pending.txid,
  });
  expect((await get('/extended/v1/tx/mempool')).json()).toMatchObject({ total: 0 });
  expect((await get(`/extended/v2/blocks/${block.hash}`)).statusCode).toBe(404);

  gateway.devnet.emit({ type: 'stacks.tx', ...pending });
  expect((await get(`/extended/v1/tx/${pending.txid}`)).json()).toMatchObject({ tx_status: 'pending' });
  gateway.devnet.emit(blockEvent(41, HASH, [receiptFor(mined)], 'other'));
  expect((await get(`/extended/v1/tx/${mined.txid}`)).json()).toMatchObject({ tx_status: 'success', canonical: true });
});

test('behavior: after a reorganisation a transaction waits again', async () => {
  await using gateway = await testGateway();
  const mined = await transfer(0);
  gateway.devnet.emit(blockEvent(41, HASH, [receiptFor(mined)]));
  gateway.devnet.emit({ type: 'stacks.reorg', forkHeight: 40, height: 40, hash: HASH });
  expect((await gateway.app.inject(`/extended/v1/tx/${mined.txid}`)).json()).toMatchObject({ tx_status: 'pending' });
  const events = await gateway.app.inject(`/extended/v2/addresses/SP000000000000000000002Q6VF78/transactions/${mined.txid}/events`);
  expect({ status: events.statusCode, body: events.json() }).toMatchObject({ status: 200, body: { total: 0, results: [] } });
});
