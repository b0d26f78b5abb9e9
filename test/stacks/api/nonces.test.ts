import { fetchNonce } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { type TestGateway, testGateway } from '../../gateway/support/gateway.js';
import { HASH } from '../../gateway/support/memory-devnet.js';
import { ADDRESS, blockEvent, KEY, OTHER_KEY, receiptFor, type Signed, sponsored, transfer } from '../history/support/blocks.js';

const url = `/extended/v1/address/${ADDRESS}/nonces`;

/** A gateway whose node says that the account has so many transactions: the history begins later. */
function gatewayWith(confirmed: number): Promise<TestGateway> {
  return testGateway({
    node: (_request, response) => {
      const account = { balance: '0x00', locked: '0x00', unlock_height: 0, nonce: confirmed };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(account));
    },
  });
}

function pend({ devnet }: TestGateway, ...transactions: Signed[]): void {
  for (const { txid, rawTx } of transactions) devnet.emit({ type: 'stacks.tx', txid, rawTx });
}

test('default: a new account', async () => {
  await using gateway = await gatewayWith(0);
  expect((await gateway.app.inject(url)).json()).toEqual({
    last_mempool_tx_nonce: null,
    last_executed_tx_nonce: null,
    possible_next_nonce: 0,
    detected_missing_nonces: [],
    detected_mempool_nonces: [],
  });
});

test('behavior: counts the mempool, gaps included, and no other account', async () => {
  await using gateway = await gatewayWith(3);
  pend(gateway, await transfer(3), await transfer(4), await transfer(7), await transfer(9, { senderKey: OTHER_KEY }));
  expect((await gateway.app.inject(url)).json()).toEqual({
    last_mempool_tx_nonce: 7,
    last_executed_tx_nonce: 2,
    possible_next_nonce: 8,
    detected_missing_nonces: [6, 5],
    detected_mempool_nonces: [4, 3],
  });
});

test('behavior: a sponsor uses its nonce, too', async () => {
  await using gateway = await gatewayWith(1);
  pend(gateway, await sponsored(5, 2));
  expect((await gateway.app.inject(url)).json()).toMatchObject({ possible_next_nonce: 3, detected_missing_nonces: [1] });
});

test('behavior: mined and dropped transactions wait no more; after a reorganisation the mined one does', async () => {
  await using gateway = await gatewayWith(0);
  const [mined, dropped] = [await transfer(0), await transfer(1)];
  pend(gateway, mined, dropped);
  gateway.devnet.emit(blockEvent(41, HASH, [receiptFor(mined)]));
  gateway.devnet.emit({ type: 'stacks.dropped', txid: dropped.txid, reason: 'StaleGarbageCollect' });
  expect((await gateway.app.inject(url)).json()).toMatchObject({ last_mempool_tx_nonce: null });
  gateway.devnet.emit({ type: 'stacks.reorg', forkHeight: 40, height: 40, hash: HASH });
  expect((await gateway.app.inject(url)).json()).toMatchObject({ last_mempool_tx_nonce: 0 });
});

test('behavior: stacks.js reads it', async () => {
  await using gateway = await gatewayWith(3);
  const baseUrl = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  expect(await fetchNonce({ address: ADDRESS, client: { baseUrl } })).toBe(3n);
});

test('behavior: the parts of a transaction that is dropped stay', async () => {
  await using gateway = await gatewayWith(0);
  const tx = await transfer(0, { senderKey: KEY });
  pend(gateway, tx);
  gateway.devnet.emit({ type: 'stacks.dropped', txid: tx.txid, reason: 'ReplaceByFee', replacedBy: HASH });
  expect((await gateway.app.inject(`/extended/v1/tx/${tx.txid}`)).json()).toMatchObject({
    tx_status: 'dropped_replace_by_fee',
    replaced_by_tx_id: HASH,
    sender_address: ADDRESS,
    token_transfer: { amount: '1000' },
  });
});

test('behavior: v3 takes an address with a wrong checksum, which has sent nothing, and does not ask the node', async () => {
  await using gateway = await gatewayWith(3);
  const response = await gateway.app.inject(`/extended/v3/principals/${'0'.repeat(28)}/nonces`);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({ next_nonce: 0, last_confirmed_nonce: null });
});
