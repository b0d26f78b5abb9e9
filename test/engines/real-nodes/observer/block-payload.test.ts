import { expect, test } from 'vitest';
import { readBlockPayload } from '#dist/engines/real-nodes/observer/block-payload.js';

const HASH = `0x${'ab'.repeat(32)}`;
const TXID = `0x${'01'.repeat(32)}`;
const OTHER = `0x${'02'.repeat(32)}`;
const cost = { read_count: 1, read_length: 2, runtime: 3, write_count: 4, write_length: 5 };
const transaction = {
  burnchain_op: null,
  contract_interface: null,
  execution_cost: cost,
  raw_result: '0x0703',
  raw_tx: '0x80',
  status: 'success',
  tx_index: 0,
  txid: TXID,
  vm_error: null,
};
const transfer = { committed: true, event_index: 0, txid: TXID, type: 'stx_transfer_event', stx_transfer_event: { amount: '1000' } };
const payload = {
  block_hash: `0x${'cd'.repeat(32)}`,
  block_height: 26,
  block_time: 1_795_201_478,
  burn_block_hash: `0x${'ef'.repeat(32)}`,
  burn_block_height: 128,
  burn_block_time: 1_795_201_477,
  consensus_hash: `0x${'aa'.repeat(20)}`,
  events: [transfer],
  index_block_hash: HASH,
  matured_miner_rewards: [],
  miner_txid: OTHER,
  tenure_height: 7,
  parent_index_block_hash: `0x${'99'.repeat(32)}`,
  transactions: [transaction, { ...transaction, txid: OTHER, tx_index: 1, status: 'abort_by_response', vm_error: 'Runtime' }],
};

test('default: a block with its receipts, each with its own events', () => {
  const block = readBlockPayload(payload);
  expect(block).toMatchObject({
    height: 26,
    hash: HASH,
    burnHeight: 128,
    burnHash: 'ef'.repeat(32),
    consensusHash: 'aa'.repeat(20),
    time: 1_795_201_478,
  });
  expect(block.receipts).toEqual([
    {
      txid: TXID,
      rawTx: '0x80',
      txIndex: 0,
      status: 'success',
      rawResult: '0x0703',
      events: [transfer],
      vmError: null,
      cost: { readCount: 1, readLength: 2, runtime: 3, writeCount: 4, writeLength: 5 },
    },
    expect.objectContaining({ txid: OTHER, status: 'abort_by_response', vmError: 'Runtime', events: [] }),
  ]);
});

test('behavior: events are sorted by index, because the node does not sort them', () => {
  const events = [11, 2, 0].map((index) => ({ ...transfer, event_index: index }));
  const [receipt] = readBlockPayload({ ...payload, events }).receipts;
  expect([...(receipt?.events ?? [])].map(({ event_index: index }) => index)).toEqual([0, 2, 11]);
});

test('behavior: the interface of a contract is kept where its deploy failed: the node itself answers the others', () => {
  const contract_interface = { functions: [], maps: [] };
  const read = (status: string, given: object | null) =>
    readBlockPayload({ ...payload, transactions: [{ ...transaction, status, contract_interface: given }] }).receipts[0];
  expect(read('abort_by_response', contract_interface)?.contractInterface).toEqual(contract_interface);
  expect(read('abort_by_response', null)).not.toHaveProperty('contractInterface');
  expect(read('success', contract_interface)).not.toHaveProperty('contractInterface');
});

test('behavior: a block before Epoch 3.0 has the time of its Bitcoin block', () => {
  expect(readBlockPayload({ ...payload, block_time: null }).time).toBe(1_795_201_477);
});

test.each([
  ['no object', null],
  ['an invalid height', { ...payload, block_height: '26' }],
  ['an unknown status', { ...payload, transactions: [{ ...transaction, status: 'pending' }] }],
])('error: %s', (_name, body) => {
  expect(() => readBlockPayload(body)).toThrow(expect.objectContaining({ code: 'RPC' }));
});
