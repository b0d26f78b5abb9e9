import { broadcastTransaction, fetchNonce, makeSTXTokenTransfer, sponsorTransaction } from '@stacks/transactions';
import { describe, expect, test } from 'vitest';
import type { StacksReceipt } from '#dist/chains/stacks/receipt/node-receipt.js';
import { type Answer, type TestGateway, testGateway } from './support/gateway.js';
import { HASH, receiptOf } from './support/memory-devnet.js';

const KEY = '7287ba251d44a4d3fd9276c88ce34c5c52a038955511cccaf77e61068649c17801';
const ADDRESS = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
const OTHER_KEY = '530d9f61984c888536871c6573073bdfc0058896dc1adfe9a6a10dfacadc209101';
const RECIPIENT = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

type Signed = { txid: string; rawTx: string };

async function transfer(nonce: number, senderKey = KEY): Promise<Signed> {
  const tx = await makeSTXTokenTransfer({
    recipient: RECIPIENT,
    amount: 1000n,
    fee: 200n,
    nonce,
    senderKey,
    network: 'testnet',
    memo: 'hi',
  });
  return { txid: `0x${tx.txid()}`, rawTx: tx.serialize() };
}

/** A node with a mempool and an account. */
function stacksNode(state: { confirmed: number; mempool: Signed[]; asked: string[] }): Answer {
  return (request, response) => {
    const url = request.url ?? '';
    state.asked.push(url);
    const json = (body: unknown): unknown => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.startsWith('/v2/accounts/')) {
      return json({
        balance: '0x0000000000000000000005af3107a4000',
        locked: '0x00000000000000000000000000000064',
        unlock_height: 240,
        nonce: state.confirmed,
      });
    }
    if (url === '/v2/info') {
      return json({
        stacks_tip_height: 40,
        stacks_tip: 'ab'.repeat(32),
        stacks_tip_consensus_hash: 'cd'.repeat(20),
        burn_block_height: 201,
        network_id: 0x80000000,
        parent_network_id: 0xdab5bffa,
      });
    }
    if (url.startsWith('/v3/sortitions/')) return json([{ burn_header_timestamp: 1_700_000_000 }]);
    const pending = state.mempool.find(({ txid }) => url.endsWith(txid.slice(2)));
    if (pending !== undefined) return json({ tx: pending.rawTx, status: 'Mempool' });
    return response.writeHead(404).end('not found');
  };
}

function mine(gateway: TestGateway, { txid, rawTx }: Signed, details: Partial<StacksReceipt> = {}): void {
  const { cost } = receiptOf(txid);
  const receipt: StacksReceipt = {
    txid,
    rawTx: `0x${rawTx}`,
    txIndex: 0,
    status: 'success',
    rawResult: '0x0703',
    events: [],
    vmError: null,
    cost,
    ...details,
  };
  gateway.devnet.receipts.set(txid, { ...receiptOf(txid), status: receipt.status });
  const block = {
    height: 41,
    hash: HASH,
    blockHash: `0x${'aa'.repeat(32)}`,
    burnHeight: 201,
    burnHash: 'dd'.repeat(32),
    time: 1_700_000_005,
  };
  gateway.devnet.emit({ type: 'stacks.block', ...block, receipts: [receipt] });
}

function state(confirmed = 0) {
  return { confirmed, mempool: [] as Signed[], asked: [] as string[] };
}

describe('nonces', () => {
  const url = `/extended/v1/address/${ADDRESS}/nonces`;

  test('default: a new account', async () => {
    await using gateway = await testGateway({ node: stacksNode(state()) });
    expect((await gateway.app.inject(url)).json()).toEqual({
      last_mempool_tx_nonce: null,
      last_executed_tx_nonce: null,
      possible_next_nonce: 0,
      detected_missing_nonces: [],
      detected_mempool_nonces: [],
    });
  });

  test('behavior: counts the mempool, gaps included, and no other account', async () => {
    const node = state(3);
    await using gateway = await testGateway({ node: stacksNode(node) });
    for (const tx of [await transfer(3), await transfer(4), await transfer(7), await transfer(9, OTHER_KEY)]) {
      node.mempool.push(tx);
      gateway.devnet.emit({ type: 'stacks.tx', txid: tx.txid });
    }
    expect((await gateway.app.inject(url)).json()).toEqual({
      last_mempool_tx_nonce: 7,
      last_executed_tx_nonce: 2,
      possible_next_nonce: 8,
      detected_missing_nonces: [6, 5],
      detected_mempool_nonces: [7, 4, 3],
    });
    expect((await gateway.app.inject(`/extended/v3/principals/${ADDRESS}/nonces`)).json()).toEqual({
      next_nonce: 8,
      last_confirmed_nonce: 2,
      mempool: { last_nonce: 7, pending_nonces: [7, 4, 3], missing_nonces: [6, 5] },
    });
  });

  test('behavior: the node is asked once for each transaction', async () => {
    const node = state();
    const tx = await transfer(0);
    node.mempool.push(tx);
    await using gateway = await testGateway({ node: stacksNode(node) });
    gateway.devnet.emit({ type: 'stacks.tx', txid: tx.txid });
    for (let i = 0; i < 3; i++) expect((await gateway.app.inject(url)).json().possible_next_nonce).toBe(1);
    expect(node.asked.filter((path) => path.includes('unconfirmed'))).toHaveLength(1);
  });

  test('behavior: mined, dropped and vanished transactions no longer count', async () => {
    const node = state();
    await using gateway = await testGateway({ node: stacksNode(node) });
    const [mined, dropped, vanished] = [await transfer(0), await transfer(1), await transfer(2)];
    for (const { txid } of [mined, dropped, vanished]) gateway.devnet.emit({ type: 'stacks.tx', txid });
    mine(gateway, mined);
    node.confirmed = 1;
    gateway.devnet.emit({ type: 'stacks.dropped', txid: dropped.txid, reason: 'StaleGarbageCollect' });
    expect((await gateway.app.inject(url)).json()).toMatchObject({ possible_next_nonce: 1, last_executed_tx_nonce: 0 });
  });

  test.each(['restored', 'stacks.reorg'] as const)('behavior: after %s a mined transaction that waits again counts', async (type) => {
    const node = state(1);
    await using gateway = await testGateway({ node: stacksNode(node) });
    const tx = await transfer(0);
    mine(gateway, tx);
    gateway.devnet.receipts.clear();
    node.confirmed = 0;
    node.mempool.push(tx);
    gateway.devnet.emit(type === 'restored' ? { type, id: 'a' } : { type, forkHeight: 40, height: 40, hash: HASH });
    expect((await gateway.app.inject(url)).json().possible_next_nonce).toBe(1);
  });

  test('behavior: after a restore a transaction that is nowhere does not count', async () => {
    const node = state();
    await using gateway = await testGateway({ node: stacksNode(node) });
    const tx = await transfer(0);
    node.mempool.push(tx);
    gateway.devnet.emit({ type: 'stacks.tx', txid: tx.txid });
    expect((await gateway.app.inject(url)).json().possible_next_nonce).toBe(1);
    node.mempool.length = 0;
    gateway.devnet.emit({ type: 'restored', id: 'a' });
    expect((await gateway.app.inject(url)).json().possible_next_nonce).toBe(0);
  });

  test('behavior: a sponsor uses its nonce too', async () => {
    const node = state();
    await using gateway = await testGateway({ node: stacksNode(node) });
    const transaction = await makeSTXTokenTransfer({
      recipient: RECIPIENT,
      amount: 1n,
      fee: 0n,
      nonce: 5,
      senderKey: OTHER_KEY,
      network: 'testnet',
      sponsored: true,
    });
    const sponsored = await sponsorTransaction({ transaction, sponsorPrivateKey: KEY, fee: 300n, sponsorNonce: 2, network: 'testnet' });
    const tx = { txid: `0x${sponsored.txid()}`, rawTx: sponsored.serialize() };
    node.mempool.push(tx);
    gateway.devnet.emit({ type: 'stacks.tx', txid: tx.txid });
    expect((await gateway.app.inject(url)).json()).toMatchObject({ possible_next_nonce: 3, detected_missing_nonces: [1, 0] });
  });

  test('behavior: stacks.js reads it', async () => {
    const node = state(3);
    await using gateway = await testGateway({ node: stacksNode(node) });
    const baseUrl = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
    expect(await fetchNonce({ address: ADDRESS, client: { baseUrl } })).toBe(3n);
  });

  test.each(['ST1', 'garbage', `${ADDRESS}.`, ADDRESS.toLowerCase()])('error: 400 for %s', async (principal) => {
    await using gateway = await testGateway({ node: stacksNode(state()) });
    const response = await gateway.app.inject(`/extended/v1/address/${principal}/nonces`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', field: 'principal' });
  });
});

describe('transactions', () => {
  test('default: mined', async () => {
    await using gateway = await testGateway({ node: stacksNode(state()) });
    const tx = await transfer(3);
    const event = { txid: tx.txid, event_index: 0, committed: true, type: 'stx_transfer_event' };
    const stx_transfer_event = { sender: ADDRESS, recipient: RECIPIENT, amount: '1000', memo: '6869' };
    mine(gateway, tx, { events: [{ ...event, stx_transfer_event }] });
    const response = await gateway.app.inject(`/extended/v1/tx/${tx.txid}`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      tx_id: tx.txid,
      tx_status: 'success',
      tx_type: 'token_transfer',
      token_transfer: { recipient_address: RECIPIENT, amount: '1000', memo: `0x${'6869'.padEnd(68, '0')}` },
      nonce: 3,
      fee_rate: '200',
      sender_address: ADDRESS,
      sponsored: false,
      post_condition_mode: 'deny',
      post_conditions: [],
      anchor_mode: 'any',
      tx_result: { hex: '0x0703', repr: '(ok true)' },
      tx_index: 0,
      canonical: true,
      block_hash: `0x${'aa'.repeat(32)}`,
      block_height: 41,
      block_time: 1_700_000_005,
      block_time_iso: '2023-11-14T22:13:25.000Z',
      burn_block_height: 201,
      burn_block_time: 1_700_000_000,
      burn_block_time_iso: '2023-11-14T22:13:20.000Z',
      is_unanchored: false,
      microblock_hash: '',
      microblock_sequence: 2_147_483_647,
      microblock_canonical: true,
      event_count: 1,
      events: [
        {
          event_index: 0,
          event_type: 'stx_asset',
          tx_id: tx.txid,
          asset: { asset_event_type: 'transfer', sender: ADDRESS, recipient: RECIPIENT, amount: '1000', memo: '0x6869' },
        },
      ],
      execution_cost_read_count: 0,
      execution_cost_read_length: 0,
      execution_cost_runtime: 0,
      execution_cost_write_count: 0,
      execution_cost_write_length: 0,
      vm_error: null,
    });
  });

  test('default: version 3, heavy fields on request', async () => {
    await using gateway = await testGateway({ node: stacksNode(state()) });
    const tx = await transfer(3);
    mine(gateway, tx);
    const url = `/extended/v3/transactions/${tx.txid}`;
    const shown = {
      tx_id: tx.txid,
      sender: { address: ADDRESS, nonce: 3 },
      sponsor: null,
      fee_rate: '200',
      block: { height: 41, hash: `0x${'aa'.repeat(32)}`, index_hash: HASH, time: 1_700_000_005, tx_index: 0 },
      bitcoin_block: { height: 201, time: 1_700_000_000 },
      status: 'success',
      event_count: 0,
      execution_cost: { read_count: 0, read_length: 0, runtime: 0, write_count: 0, write_length: 0 },
      vm_error: null,
      type: 'token_transfer',
      token_transfer: { recipient: RECIPIENT, amount: '1000', memo: { hex: `0x${'6869'.padEnd(68, '0')}`, repr: 'hi' } },
    };
    expect((await gateway.app.inject(url)).json()).toEqual(shown);
    const heavy = { ...shown, result: { hex: '0x0703', repr: '(ok true)' }, post_conditions: [] };
    expect((await gateway.app.inject(`${url}?include=result,post_conditions`)).json()).toEqual(heavy);
    expect((await gateway.app.inject(`${url}?include=result&include=post_conditions`)).json()).toEqual(heavy);
    const wrong = await gateway.app.inject(`${url}?include=events`);
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ field: 'include', received: '"events"' });
  });

  test('error: version 3, unknown', async () => {
    await using gateway = await testGateway({ node: stacksNode(state()) });
    const response = await gateway.app.inject(`/extended/v3/transactions/${'ab'.repeat(32)}`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'NOT_FOUND', message: 'Transaction not found', statusCode: 404 });
  });

  test('behavior: pending, then dropped for another', async () => {
    const node = state();
    await using gateway = await testGateway({ node: stacksNode(node) });
    const tx = await transfer(0);
    node.mempool.push(tx);
    gateway.devnet.emit({ type: 'stacks.tx', txid: tx.txid });
    const pending = (await gateway.app.inject(`/extended/v1/tx/${tx.txid}`)).json();
    expect(pending).toMatchObject({ tx_id: tx.txid, tx_status: 'pending', tx_type: 'token_transfer', sender_address: ADDRESS });
    expect(Date.parse(pending.receipt_time_iso)).toBe(pending.receipt_time * 1000);
    gateway.devnet.emit({ type: 'stacks.dropped', txid: tx.txid, reason: 'ReplaceByFee', replacedBy: HASH });
    expect((await gateway.app.inject(`/extended/v1/tx/${tx.txid}`)).json()).toMatchObject({
      tx_status: 'dropped_replace_by_fee',
      replaced_by_tx_id: HASH,
    });
  });

  test('behavior: without 0x it redirects', async () => {
    await using gateway = await testGateway({ node: stacksNode(state()) });
    const response = await gateway.app.inject(`/extended/v1/tx/${'AB'.repeat(32)}?event_limit=5`);
    expect(response.statusCode).toBe(302);
    expect(response.headers['location']).toBe(`/extended/v1/tx/0x${'ab'.repeat(32)}?event_limit=5`);
  });

  test('error: unknown', async () => {
    await using gateway = await testGateway({ node: stacksNode(state()) });
    const response = await gateway.app.inject(`/extended/v1/tx/0x${'ab'.repeat(32)}`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      error: 'Not Found',
      code: 'NOT_FOUND',
      message: 'could not find transaction by ID',
      statusCode: 404,
    });
  });

  test('error: no txid', async () => {
    await using gateway = await testGateway({ node: stacksNode(state()) });
    expect((await gateway.app.inject('/extended/v1/tx/0x12')).statusCode).toBe(400);
  });
});

describe('balances', () => {
  test('default: STX and tokens from node and events, exact above 2^53', async () => {
    await using gateway = await testGateway({ node: stacksNode(state(1)) });
    const tx = await transfer(0);
    const asset = `${RECIPIENT}.token::coin`;
    const events = [
      { type: 'stx_transfer_event', stx_transfer_event: { sender: ADDRESS, recipient: RECIPIENT, amount: '9007199254740993' } },
      { type: 'ft_mint_event', ft_mint_event: { asset_identifier: asset, recipient: ADDRESS, amount: '18014398509481985' } },
      { type: 'ft_transfer_event', ft_transfer_event: { asset_identifier: asset, sender: ADDRESS, recipient: RECIPIENT, amount: '2' } },
      { type: 'nft_mint_event', nft_mint_event: { asset_identifier: `${asset}s`, recipient: ADDRESS, raw_value: '0x03' } },
    ].map((event, event_index) => ({ txid: tx.txid, event_index, committed: true, ...event }));
    mine(gateway, tx, { events });
    const stx = {
      balance: '100000000000100',
      total_sent: '9007199254740993',
      total_received: '9107199254741293',
      total_fees_sent: '200',
      total_miner_rewards_received: '0',
      lock_tx_id: '',
      locked: '100',
      lock_height: 0,
      burnchain_lock_height: 0,
      burnchain_unlock_height: 240,
    };
    expect((await gateway.app.inject(`/extended/v1/address/${ADDRESS}/stx`)).json()).toEqual(stx);
    expect((await gateway.app.inject(`/extended/v1/address/${ADDRESS}/balances`)).json()).toEqual({
      stx,
      fungible_tokens: { [asset]: { balance: '18014398509481983', total_sent: '2', total_received: '18014398509481985' } },
      non_fungible_tokens: { [`${asset}s`]: { count: '1', total_sent: '0', total_received: '1' } },
    });
  });
});

describe('status', () => {
  test.each(['/extended', '/extended/', '/extended/v1/status'])('default: %s', async (url) => {
    await using gateway = await testGateway({ node: stacksNode(state()) });
    expect((await gateway.app.inject(url)).json()).toEqual({
      server_version: 'stacks-devnet 1.2.3',
      status: 'ready',
      chain_tip: { block_height: 40, block_hash: `0x${'ab'.repeat(32)}`, index_block_hash: HASH, burn_block_height: 201 },
    });
  });

  test('default: block times', async () => {
    await using gateway = await testGateway();
    const response = await gateway.app.inject('/extended/v1/info/network_block_times');
    expect(response.json()).toEqual({ mainnet: { target_block_time: 600 }, testnet: { target_block_time: 120 } });
  });
});

test('error: a node that is down is 503 in JSON, which stacks.js hands on', async () => {
  await using gateway = await testGateway({ nodeUrl: 'http://127.0.0.1:9' });
  const baseUrl = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  const transaction = await makeSTXTokenTransfer({
    recipient: RECIPIENT,
    amount: 1n,
    fee: 200n,
    nonce: 0,
    senderKey: KEY,
    network: 'testnet',
  });
  expect(await broadcastTransaction({ transaction, client: { baseUrl } })).toMatchObject({ code: 'NOT_REACHABLE' });
});
