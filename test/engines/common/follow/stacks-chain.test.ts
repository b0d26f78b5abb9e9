import { expect, test } from 'vitest';
import { createStacksChain } from '#dist/engines/common/follow/stacks-chain.js';
import { readEvent } from '#dist/engines/real-nodes/observer/read-event.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';

const hash = (name: string): string => `0x${Buffer.from(name).toString('hex').padStart(64, '0')}`;
const block = (height: number, name: string, parent: string, txids: string[] = []) => ({
  path: '/new_block',
  body: {
    block_hash: hash(`header ${name}`),
    block_height: height,
    block_time: 1_000 + height,
    burn_block_hash: hash('burn'),
    burn_block_height: 100 + height,
    burn_block_time: 1_000,
    consensus_hash: `0x${'aa'.repeat(20)}`,
    events: [],
    index_block_hash: hash(name),
    matured_miner_rewards: [],
    miner_txid: hash('commit'),
    tenure_height: height,
    parent_index_block_hash: hash(parent),
    transactions: txids.map((txid, tx_index) => ({
      execution_cost: { read_count: 0, read_length: 0, runtime: 0, write_count: 0, write_length: 0 },
      raw_result: '0x0703',
      raw_tx: '0x00',
      status: 'success',
      tx_index,
      txid,
      vm_error: null,
    })),
  },
});
const follow = () => {
  const events: EngineEvent[] = [];
  const chain = createStacksChain((event) => events.push(event));
  const apply = ({ path, body }: { path: string; body: unknown }) => {
    for (const change of readEvent({ path, body: Buffer.from(JSON.stringify(body)) })) chain.apply(change);
  };
  return { events, chain: { ...chain, apply } };
};
const kinds = (events: readonly EngineEvent[]) => events.map((event) => ('height' in event ? `${event.type} ${event.height}` : event.type));

test('default: reports blocks in order', () => {
  const { events, chain } = follow();
  chain.apply(block(1, 'a', 'genesis'));
  chain.apply(block(2, 'b', 'a'));
  expect(kinds(events)).toEqual(['stacks.block 1', 'stacks.block 2']);
  expect(chain.tip()).toMatchObject({ height: 2, hash: hash('b'), burnHeight: 102 });
});

test('behavior: ignores a repeated block and a late genesis', () => {
  const { events, chain } = follow();
  chain.apply(block(1, 'a', 'genesis'));
  chain.apply(block(1, 'a', 'genesis'));
  chain.apply(block(0, 'genesis', 'nothing'));
  expect(kinds(events)).toEqual(['stacks.block 1']);
});

test('behavior: a block with an older parent is a reorganization', () => {
  const { events, chain } = follow();
  for (const [height, name, parent] of [
    [1, 'a', 'genesis'],
    [2, 'b', 'a'],
    [3, 'c', 'b'],
    [2, 'd', 'a'],
    [3, 'e', 'd'],
  ] as const) {
    chain.apply(block(height, name, parent));
  }
  expect(kinds(events).slice(3)).toEqual(['stacks.reorg 2', 'stacks.block 2', 'stacks.block 3']);
  expect(events[3]).toMatchObject({ forkHeight: 1, hash: hash('d') });
  expect(chain.tip().height).toBe(3);
});

test('behavior: transactions are pending until a block contains them or the node drops them', () => {
  const { events, chain } = follow();
  // SHA-512/256 of the bytes.
  const txid = '0x10baad1713566ac2333467bddb0597dec9066120dd72ac2dcb8394221dcbe43d';
  chain.apply({ path: '/new_mempool_tx', body: ['0x00', '0x01'] });
  expect(chain.waiting()).toHaveLength(2);
  const [first = '', second = ''] = chain.waiting();
  expect(first).toBe(txid);
  chain.apply(block(1, 'a', 'genesis', [first]));
  chain.apply({ path: '/drop_mempool_tx', body: { dropped_txids: [second], reason: 'ReplaceByFee', new_txid: txid } });
  expect(chain.waiting()).toEqual([]);
  expect(events.at(-1)).toEqual({ type: 'stacks.dropped', txid: second, reason: 'ReplaceByFee', replacedBy: txid });
});

test('behavior: ignores unknown and malformed events', () => {
  const { events, chain } = follow();
  chain.apply({ path: '/new_block', body: {} });
  chain.apply({ path: '/new_mempool_tx', body: 'nothing' });
  chain.apply({ path: '/new_burn_block', body: {} });
  expect(events).toEqual([]);
});

const ADDRESS = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';
const burnBlock = (height: number, name: string, holders: string[], paid = 0) => ({
  path: '/new_burn_block',
  body: {
    burn_block_hash: hash(name),
    burn_block_height: height,
    reward_recipients: paid === 0 ? [] : [{ recipient: ADDRESS, amt: paid }],
    reward_slot_holders: holders,
    burn_amount: 7,
    pox_transactions: paid === 0 ? [] : [{ txid: hash('commit'), reward_recipients: [{ recipient: ADDRESS, amt: paid, utxo_idx: 1 }] }],
  },
});

test('behavior: keeps what Bitcoin blocks pay; a block of another branch ends what was paid from its height on', () => {
  const { events, chain } = follow();
  chain.apply(burnBlock(101, 'a', [ADDRESS], 5_000));
  chain.apply(burnBlock(102, 'b', [ADDRESS]));
  chain.apply(burnBlock(103, 'c', []));
  expect(chain.payouts()).toEqual([
    {
      ...{ height: 101, hash: hash('a').slice(2), slotHolders: [ADDRESS], burned: '7', rewards: [{ recipient: ADDRESS, amount: '5000' }] },
      transactions: [{ txid: hash('commit').slice(2), recipients: [{ recipient: ADDRESS, amount: '5000', output: 1 }] }],
    },
    { height: 102, hash: hash('b').slice(2), slotHolders: [ADDRESS], burned: '7', rewards: [], transactions: [] },
  ]);
  const state = chain.state();
  chain.apply(burnBlock(102, 'd', []));
  expect(chain.payouts().map(({ height }) => height)).toEqual([101]);
  chain.restore(state);
  expect(chain.payouts().map(({ height }) => height)).toEqual([101, 102]);
  expect(events).toEqual([]);
});

test('behavior: a node before 4.0 does not send the transactions that pay', () => {
  const { chain } = follow();
  const { path, body } = burnBlock(101, 'a', [ADDRESS]);
  const { pox_transactions: _, ...older } = body;
  chain.apply({ path, body: older });
  expect(chain.payouts()).toMatchObject([{ height: 101, transactions: [] }]);
});

test('behavior: restores a kept state', () => {
  const { events, chain } = follow();
  chain.apply(block(1, 'a', 'genesis'));
  const state = chain.state();
  chain.apply(block(2, 'b', 'a'));
  chain.restore(state);
  chain.apply(block(2, 'c', 'a'));
  expect(kinds(events)).toEqual(['stacks.block 1', 'stacks.block 2', 'stacks.block 2']);
});
