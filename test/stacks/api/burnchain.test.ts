import { expect, test } from 'vitest';
import { createStacksApi } from '#dist/gateway/stacks-api/server.js';
import { createApiSource } from '#dist/stacks/api/context.js';
import type { BlockPayouts } from '#dist/stacks/engine/payouts.js';
import { createStacksHistory } from '#dist/stacks/history/stacks-history.js';

const ONE = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';
/** The Stacks address with the hash of `ONE`. */
const ONE_OF_STACKS = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const OTHER = 'mr1iPkD9N3RJZZxXRk7xF9d36gffa6exNC';
const hash = (byte: string) => byte.repeat(32);

const BLOCKS: BlockPayouts[] = [
  {
    ...{ height: 121, hash: hash('a1'), slotHolders: [ONE, OTHER], burned: '40', rewards: [{ recipient: ONE, amount: '5' }] },
    transactions: [
      { txid: hash('02'), recipients: [{ recipient: ONE, amount: '3', output: 1 }] },
      {
        txid: hash('01'),
        recipients: [
          { recipient: ONE, amount: '2', output: 0 },
          { recipient: OTHER, amount: '2', output: 1 },
        ],
      },
    ],
  },
  {
    ...{ height: 122, hash: hash('a2'), slotHolders: [ONE], burned: '0' },
    rewards: [
      { recipient: OTHER, amount: '7' },
      { recipient: ONE, amount: '9007199254740993' },
    ],
    transactions: [{ txid: hash('03'), recipients: [{ recipient: ONE, amount: '7', output: 0 }] }],
  },
  { height: 123, hash: hash('a3'), slotHolders: [OTHER], burned: '0', rewards: [], transactions: [] },
];

async function api(payouts?: () => BlockPayouts[]) {
  const tip = { height: 0, hash: '', burnHeight: 0 };
  const engine = { tips: () => ({ bitcoin: tip, stacks: tip }), payouts };
  const history = createStacksHistory(engine as never);
  const source = createApiSource({ history, node: {} as never, version: '1' });
  const app = await createStacksApi(() => source);
  return async (path: string) => JSON.parse((await app.inject(`/extended${path}`)).body);
}

const slot = (index: number, byte: string, address: string, place: number) => ({
  ...{ canonical: true, burn_block_hash: `0x${hash(byte)}`, burn_block_height: index, address, slot_index: place },
});
const reward = (index: number, byte: string, burned: string, recipient: string, amount: string, place: number) => ({
  ...{ canonical: true, burn_block_hash: `0x${hash(byte)}`, burn_block_height: index, burn_amount: burned },
  ...{ reward_recipient: recipient, reward_amount: amount, reward_index: place },
});
const payment = (index: number, byte: string, txid: string, recipient: string, output: number, amount: string) => ({
  ...{ burn_block_height: index, burn_block_hash: `0x${hash(byte)}`, tx_id: `0x${hash(txid)}`, recipient, utxo_idx: output, amount },
});

test('default: reward slots, newest first', async () => {
  const get = await api(() => BLOCKS);
  const all = [slot(123, 'a3', OTHER, 0), slot(122, 'a2', ONE, 0), slot(121, 'a1', OTHER, 1), slot(121, 'a1', ONE, 0)];
  expect(await get('/v1/burnchain/reward_slot_holders')).toEqual({ limit: 96, offset: 0, total: 4, results: all });
  expect(await get('/v1/burnchain/reward_slot_holders?limit=0')).toMatchObject({ limit: 96, results: all });
  expect(await get('/v1/burnchain/reward_slot_holders?limit=2&offset=1')).toEqual({
    limit: 2,
    offset: 1,
    total: 4,
    results: all.slice(1, 3),
  });
  expect(await get('/v1/burnchain/reward_slot_holders?offset=4')).toEqual({ limit: 96, offset: 4, total: 0, results: [] });
  const own = [all[1], all[3]];
  expect(await get(`/v1/burnchain/reward_slot_holders/${ONE}`)).toEqual({ limit: 96, offset: 0, total: 2, results: own });
  expect(await get(`/v1/burnchain/reward_slot_holders/${ONE_OF_STACKS}`)).toMatchObject({ results: own });
});

test('default: rewards, newest first, and their sum', async () => {
  const get = await api(() => BLOCKS);
  const all = [
    reward(122, 'a2', '0', ONE, '9007199254740993', 1),
    reward(122, 'a2', '0', OTHER, '7', 0),
    reward(121, 'a1', '40', ONE, '5', 0),
  ];
  expect(await get('/v1/burnchain/rewards')).toEqual({ limit: 96, offset: 0, results: all });
  expect(await get('/v1/burnchain/rewards?limit=1&offset=1')).toEqual({ limit: 1, offset: 1, results: [all[1]] });
  expect(await get(`/v1/burnchain/rewards/${ONE}`)).toEqual({ limit: 96, offset: 0, results: [all[0], all[2]] });
  expect(await get(`/v1/burnchain/rewards/${ONE}/total`)).toEqual({ reward_recipient: ONE, reward_amount: '9007199254740998' });
});

test('default: the payments of a Bitcoin block by txid, and of an address', async () => {
  const get = await api(() => BLOCKS);
  const first = [payment(121, 'a1', '01', ONE, 0, '2'), payment(121, 'a1', '01', OTHER, 1, '2'), payment(121, 'a1', '02', ONE, 1, '3')];
  const last = payment(122, 'a2', '03', ONE, 0, '7');
  for (const id of ['121', hash('a1'), `0x${hash('a1')}`]) {
    expect(await get(`/v2/burn-blocks/${id}/pox-transactions`)).toEqual({ limit: 20, offset: 0, total: 3, results: first });
  }
  expect(await get('/v2/burn-blocks/latest/pox-transactions')).toEqual({ limit: 20, offset: 0, total: 1, results: [last] });
  expect(await get('/v2/burn-blocks/123/pox-transactions')).toEqual({ limit: 20, offset: 0, total: 0, results: [] });
  expect(await get(`/v2/addresses/${ONE}/pox-transactions?limit=2`)).toEqual({ limit: 2, offset: 0, total: 3, results: [last, first[0]] });
  expect(await get(`/v2/addresses/${ONE}/pox-transactions?limit=0`)).toEqual({ limit: 0, offset: 0, total: 0, results: [] });
});

test('behavior: without reports of the nodes, the lists are empty', async () => {
  const get = await api();
  expect(await get('/v1/burnchain/reward_slot_holders')).toEqual({ limit: 96, offset: 0, total: 0, results: [] });
  expect(await get(`/v1/burnchain/rewards/${ONE}/total`)).toEqual({ reward_recipient: ONE, reward_amount: '0' });
});
