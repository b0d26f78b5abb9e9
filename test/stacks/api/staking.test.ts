import { Cl, serializeCV } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { createStacksApi } from '#dist/gateway/stacks-api/server.js';
import { createApiSource } from '#dist/stacks/api/context.js';
import type { Engine } from '#dist/stacks/engine/engine.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';
import { createStacksHistory } from '#dist/stacks/history/stacks-history.js';
import { ADDRESS, blockEvent, GENESIS_PARENT, movement, OTHER_ADDRESS, receiptFor, transfer } from '../history/support/blocks.js';

const MANAGER = `${ADDRESS}.manager`;
const OTHER_MANAGER = `${OTHER_ADDRESS}.manager`;
const key = (byte: string) => `0x02${byte.repeat(32)}`;
const u = (value: number | bigint) => Cl.uint(value);
const buffer = (hex: string) => Cl.bufferFromHex(hex.slice(2));

type Fields = Record<
  string,
  | ReturnType<typeof Cl.uint>
  | ReturnType<typeof Cl.principal>
  | ReturnType<typeof Cl.tuple>
  | ReturnType<typeof Cl.some>
  | ReturnType<typeof Cl.none>
  | ReturnType<typeof Cl.bufferFromHex>
>;

/** A chain whose transactions print what pox-5 prints; `then` adds a block of such prints. */
async function network() {
  const tips: Engine['tips'] = () => ({ bitcoin: { height: 0, hash: '' }, stacks: { height: -1, hash: '', burnHeight: 0 } });
  const history = createStacksHistory({ tips });
  const source = createApiSource({ history, node: {} as never, version: '1' });
  const app = await createStacksApi(() => source);
  let parent = GENESIS_PARENT;
  let height = 0;
  const add = async (prints: [topic: string, fields: Fields][], chosen?: object): Promise<{ txid: string; hash: string }> => {
    const signed = await transfer(height);
    const events = prints.map(([topic, fields], index) =>
      movement(signed.txid, index, 'contract_event', {
        contract_identifier: 'ST000000000000000000002AMW42H.pox-5',
        topic: 'print',
        raw_value: `0x${serializeCV(Cl.tuple({ topic: Cl.stringAscii(topic), ...fields }))}`,
      }),
    );
    const event = blockEvent(height, parent, [receiptFor(signed, { events })]);
    history.follow<EngineEvent>({ ...event, ...(chosen !== undefined && { chosen }) } as EngineEvent);
    parent = event.hash;
    height += 1;
    return { txid: signed.txid, hash: event.hash };
  };
  const get = async (path: string) => {
    const { statusCode, body } = await app.inject(`/extended/v3${path}`);
    return { status: statusCode, ...JSON.parse(body) };
  };
  const leaveAbove = (forkHeight: number, hash: string) => {
    history.follow<EngineEvent>({ type: 'stacks.reorg', forkHeight, height: forkHeight, hash });
    height = forkHeight + 1;
    parent = hash;
  };
  return { add, get, leaveAbove };
}

const bond = (index: number): [string, Fields] => [
  'setup-bond',
  {
    ...{ 'bond-index': u(index), 'target-rate': u(500), 'stx-value-ratio': u(1000), 'min-ustx-ratio': u(500) },
    ...{ 'early-unlock-bytes': buffer('0x51'), 'first-reward-cycle': u(9), 'bond-start-height': u(103) },
    ...{ 'unlock-cycle': u(21), 'unlock-burn-height': u(110) },
  },
];
const allowed = (staker: string, sats: number): [string, Fields] => [
  'add-to-allowlist',
  { 'bond-index': u(1), staker: Cl.principal(staker), 'max-sats': u(sats) },
];
const joined = (staker: string, sats: number, outputs?: [string, number][]): [string, Fields] => [
  'register-for-bond',
  {
    ...{ signer: Cl.principal(MANAGER), staker: Cl.principal(staker), 'amount-ustx': u(7_000), 'sats-total': u(sats), 'bond-index': u(1) },
    'btc-lockup': Cl.tuple(
      outputs === undefined
        ? { type: Cl.stringAscii('l2'), txs: Cl.none() }
        : {
            type: Cl.stringAscii('l1'),
            txs: Cl.some(Cl.list(outputs.map(([txid, index]) => Cl.tuple({ txid: buffer(txid), 'output-index': u(index) })))),
          },
    ),
  },
];
const registered = (manager: string, byte: string): [string, Fields] => [
  'register-signer',
  { signer: Cl.principal(manager), 'signer-key': buffer(key(byte)) },
];
const granted = (topic: string, manager: string, byte: string): [string, Fields] => [
  topic,
  { 'signer-manager': Cl.principal(manager), 'signer-key': buffer(key(byte)), 'auth-id': u(5) },
];
const staked = (topic: string, staker: string, amount: number, unlock: number): [string, Fields] => [
  topic,
  { signer: Cl.principal(MANAGER), staker: Cl.principal(staker), 'amount-ustx': u(amount), 'unlock-burn-height': u(unlock) },
];

test('default: bonds with their allowlist, registrations and status', async () => {
  const { add, get } = await network();
  await add([]);
  const made = await add([bond(1), allowed(ADDRESS, 300), allowed(OTHER_ADDRESS, 200)]);
  const first = await add([bond(2), joined(ADDRESS, 100)]);
  await add([joined(OTHER_ADDRESS, 50, [[`0x${'ab'.repeat(32)}`, 3]])]);
  const list = await get('/staking/bonds?limit=1');
  expect(list).toMatchObject({ status: 200, total: 2, limit: 1, cursor: { current: '2', next: '1', previous: null } });
  expect(await get('/staking/bonds?limit=1&cursor=1')).toMatchObject({
    cursor: { current: '1', next: null, previous: '2' },
    results: [{ index: 1, status: 'upcoming', parameters: { btc_capacity: '500', target_rate_bps: 500 } }],
  });
  expect(await get('/staking/bonds/1')).toMatchObject({
    registrations: { allowed_count: 2, registered_count: 2 },
    balances: { locked: { btc: '150', stx: '14000' }, paid_out: { btc: '0' } },
    schedule: { activation: { bitcoin_height: 103, pox_cycle: 9 }, unlock: { bitcoin_height: 110, pox_cycle: 21 } },
    transaction: { tx_id: made.txid, block: { height: 1, index_hash: made.hash } },
  });
  expect(await get('/staking/bonds/1/allowlist')).toMatchObject({ total: 2, results: [{ max_sats: '200' }, { max_sats: '300' }] });
  expect(await get(`/staking/bonds/1/allowlist/${ADDRESS}`)).toMatchObject({ staker: ADDRESS, max_sats: '300' });
  expect((await get('/staking/bonds/1/registrations')).results).toEqual([
    { signer: MANAGER, staker: OTHER_ADDRESS, type: 'l1', balances: { btc: '50', stx: '7000' } },
    { signer: MANAGER, staker: ADDRESS, type: 'l2', balances: { btc: '100', stx: '7000' } },
  ]);
  expect(await get(`/staking/bonds/1/registrations/${ADDRESS}`)).toMatchObject({ l2_lockup: { tx_id: first.txid } });
  expect(await get(`/staking/bonds/1/registrations/${OTHER_ADDRESS}`)).toMatchObject({
    l1_lockup: { transactions: [{ tx_id: `0x${'ab'.repeat(32)}`, output_index: 3 }] },
  });
  for (const path of ['', `/allowlist/${ADDRESS}`, `/registrations/${ADDRESS}`])
    expect(await get(`/staking/bonds/7${path}`)).toMatchObject({ status: 404 });
  for (let block = 0; block < 3; block++) await add([]);
  expect(await get('/staking/bonds/1')).toMatchObject({ status: 'active' });
});

test('default: rewards of bonds and of stakers, less what was claimed', async () => {
  const { add, get } = await network();
  await add([bond(1), joined(ADDRESS, 100), staked('stake', OTHER_ADDRESS, 9_000, 160)]);
  await add([
    ['bond-distribution', { 'bond-index': u(1), 'accrued-rewards-per-sat': u(10n ** 17n * 5n) }],
    ['calculate-rewards', { 'accrued-rewards-per-ustx': u(10n ** 15n), 'stx-cycle': u(9) }],
    ['claim-staker-rewards-for-signer', { staker: Cl.principal(ADDRESS), 'bond-index': Cl.some(u(1)), 'rewards-claimed': u(20) }],
    ['claim-staker-rewards-for-signer', { staker: Cl.principal(OTHER_ADDRESS), 'bond-index': Cl.none(), 'rewards-claimed': u(4) }],
  ]);
  expect((await get(`/principals/${ADDRESS}/staking/bonds`)).results).toMatchObject([
    {
      bond_index: 1,
      status: 'enrolled',
      active: true,
      locked: { btc: '100' },
      rewards: { btc: { accrued: '50', claimed: '20', claimable: '30' } },
    },
  ]);
  expect(await get(`/principals/${OTHER_ADDRESS}/staking`)).toMatchObject({
    stx: { locked: '9000', rewards: { btc: { accrued: '9', claimed: '4', claimable: '5' } } },
    bonds: { count: 0 },
  });
  await add([['unstake-sbtc', { staker: Cl.principal(ADDRESS), 'bond-index': u(1), 'new-amount-sats': u(0) }]]);
  expect(await get(`/principals/${ADDRESS}/staking`)).toMatchObject({
    bonds: { count: 1, locked: { btc: '0', stx: '7000' }, rewards: { btc: { accrued: '50' } } },
  });
  expect((await get(`/principals/${ADDRESS}/staking/bonds`)).results).toMatchObject([{ status: 'early_exit' }]);
});

test('default: registered signers, their stakers, and the managers of a cycle', async () => {
  const { add, get } = await network();
  await add([]);
  const bound = await add([granted('grant-signer-key', MANAGER, '11'), registered(MANAGER, '11'), registered(OTHER_MANAGER, '22')]);
  await add([staked('stake', ADDRESS, 5_000, 160), staked('stake', OTHER_ADDRESS, 5_000, 101), bond(1), joined(OTHER_ADDRESS, 10)]);
  await add([], {
    cycle: 9,
    signers: [
      { key: key('11').slice(2), stacked: '5000', weight: 3 },
      { key: key('22').slice(2), stacked: '100', weight: 1 },
    ],
  });
  const renewed = await add([
    registered(MANAGER, '33'),
    granted('revoke-signer-grant', MANAGER, '11'),
    granted('grant-signer-key', MANAGER, '33'),
  ]);
  expect(await get('/staking/signers')).toMatchObject({
    total: 2,
    results: [
      { signer: MANAGER, signer_key: key('33') },
      { signer: OTHER_MANAGER, signer_key: key('22') },
    ],
  });
  expect(await get(`/staking/signers/${MANAGER}`)).toMatchObject({ signer_key: key('33'), transaction: { tx_id: renewed.txid } });
  expect(await get(`/staking/signers/${ADDRESS}`)).toMatchObject({ status: 404 });
  expect((await get(`/staking/signers/${MANAGER}/stakers`)).results).toEqual([
    { staker: ADDRESS, types: ['stx'] },
    { staker: OTHER_ADDRESS, types: ['btc'] },
  ]);
  const { results } = await get('/staking/cycles/current/signers');
  expect(results).toMatchObject([
    {
      signing_key: key('11'),
      weight: { amount: 3, percent: 75 },
      signer_managers: [
        {
          signer_manager: MANAGER,
          registered_at: { block_height: 1, tx_id: bound.txid },
          granted_keys: [{ signer_key: key('33'), auth_id: '5', tx_id: renewed.txid }],
          grant_active: false,
          pending_key_update: { signer_key: key('33'), effective_cycle: 10, tx_id: renewed.txid },
        },
      ],
    },
    { signing_key: key('22'), signer_managers: [{ signer_manager: OTHER_MANAGER, grant_active: false, pending_key_update: null }] },
  ]);
});

test('behavior: a reorganisation takes back what its blocks did', async () => {
  const { add, get, leaveAbove } = await network();
  await add([]);
  const kept = await add([bond(1), registered(MANAGER, '11'), staked('stake', ADDRESS, 5_000, 160)]);
  const before = [await get('/staking/bonds'), await get('/staking/signers'), await get(`/principals/${ADDRESS}/staking`)];
  await add([bond(2), joined(ADDRESS, 100), registered(MANAGER, '22'), staked('unstake', ADDRESS, 5_000, 101)]);
  expect(await get('/staking/bonds')).toMatchObject({ total: 2 });
  leaveAbove(1, kept.hash);
  expect([await get('/staking/bonds'), await get('/staking/signers'), await get(`/principals/${ADDRESS}/staking`)]).toEqual(before);
});
