import { broadcastTransaction, Cl, cvToHex, fetchCallReadOnlyFunction, makeContractCall } from '@stacks/transactions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet, stacksGet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { listen } from '../../../stacks/node/observers/observer.js';
import {
  BURN_HEIGHT,
  type ForkSourceServer,
  HEIGHT,
  MAINNET,
  OWNER,
  OWNER_NONCE,
  OWNER_STX,
  serveForkSource,
  TESTNET,
} from './fork-source-server.js';

describe.each([
  { name: 'testnet', networkId: TESTNET, prefix: 'ST' },
  { name: 'mainnet', networkId: MAINNET, prefix: 'SP' },
] as const)('a fork of $name', ({ networkId, prefix }) => {
  const owner = OWNER[networkId];
  let origin: ForkSourceServer;
  let devnet: Devnet;
  beforeAll(async () => {
    origin = await serveForkSource({ networkId });
    devnet = await bootDevnet({ fork: { url: origin.url }, cache: { enabled: false } });
  });
  afterAll(async () => {
    await devnet.close();
    await origin[Symbol.asyncDispose]();
  });

  test('continues at the height, in the epoch and with the chain id of its origin', async () => {
    expect(await devnet.status()).toMatchObject({ epoch: '3.4', stacks: { height: HEIGHT + 2 } });
    expect(await stacksGet(devnet, '/v2/info')).toMatchObject({
      network_id: networkId,
      stacks_tip_height: HEIGHT + 2,
      burn_block_height: BURN_HEIGHT + 2,
    });
    expect(devnet.network).toMatchObject({ chainId: networkId });
  });

  test('reorganises blocks of its own only', async () => {
    const copy = await devnet.clone();
    await expect(copy.chaos.reorg({ blocks: 2 })).rejects.toMatchObject({
      ...{ code: 'UNSUPPORTED', field: 'blocks' },
      message: expect.stringMatching(/^NOT_IN_FORK: .* Abandon at most 1 blocks/),
    });
    const { abandoned } = await copy.chaos.reorg({ blocks: 1 });
    expect(abandoned).toHaveLength(1);
    await copy.mine({ bitcoin: 1 });
    expect((await copy.status()).stacks.height).toBe(HEIGHT + 4);

    const bitcoin = await copy.bitcoin.client();
    const lowest = (await copy.status()).bitcoin.height - 3;
    const hashes = await Promise.all([lowest - 1, lowest, lowest + 1].map((height) => bitcoin.command('getblockhash', height)));
    for (const hash of hashes.slice(0, 2)) {
      await expect(bitcoin.command('invalidateblock', hash)).rejects.toThrow(/NOT_IN_FORK: block \d+ .* Name a block above \d+/);
    }
    await bitcoin.command('invalidateblock', hashes[2]);
    // The block that the reorganisation abandoned is active again.
    await copy.mine({ bitcoin: 3 });
    expect(await stacksGet(copy, '/v2/info')).toMatchObject({ burn_block_height: BURN_HEIGHT + 5, stacks_tip_height: HEIGHT + 5 });
    await copy.close();
  });

  test('has the balances, nonces, contracts and variables of its origin', async () => {
    expect(await stacksGet(devnet, `/v2/accounts/${owner}?proof=0`)).toMatchObject({
      balance: `0x${OWNER_STX.toString(16).padStart(32, '0')}`,
      nonce: OWNER_NONCE,
    });
    expect(await stacksGet(devnet, `/v2/data_var/${owner}/counter/n?proof=0`)).toEqual({ data: cvToHex(Cl.uint(42)) });
    const { functions } = (await stacksGet(devnet, `/v2/contracts/interface/${owner}/counter`)) as { functions: { name: string }[] };
    expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining(['add', 'get-n', 'is-main', 'seen-by']));
    const main = fetchCallReadOnlyFunction({
      contractAddress: owner,
      contractName: 'counter',
      functionName: 'is-main',
      functionArgs: [],
      senderAddress: owner,
      network: devnet.network,
    });
    expect(await main).toEqual(Cl.tuple({ id: Cl.uint(networkId), mainnet: Cl.bool(networkId === MAINNET) }));
    expect(await stacksGet(devnet, '/v2/pox')).toMatchObject({ reward_cycle_length: 2_100, reward_cycle_id: 111 });
  });

  test('executes transactions of stacks.js, deploys and faucet payments on top', async () => {
    const { deployer, wallet_1, wallet_2 } = devnet.accounts;
    expect(deployer.stx.address).toBe(owner);
    const nonce = Number((await stacksGet(devnet, `/v2/accounts/${owner}?proof=0`))['nonce']);
    const transaction = await makeContractCall({
      contractAddress: owner,
      contractName: 'counter',
      functionName: 'add',
      functionArgs: [Cl.uint(8)],
      senderKey: deployer.privateKey,
      nonce,
      fee: 1_000,
      network: devnet.network,
    });
    const { txid } = await broadcastTransaction({ transaction, network: devnet.network });
    const receipt = await devnet.stacks.waitForTx(txid);
    expect(receipt).toMatchObject({ status: 'success', result: { repr: '(ok true)' } });
    expect(receipt.events).toHaveLength(1);
    expect(await devnet.contract(`${owner}.counter`).read('get-n', [])).toBe(50n);

    expect(wallet_2.stx.address.slice(0, 2)).toBe(prefix);
    const before = (await devnet.balances()).find(({ name }) => name === 'wallet_2')?.stx.balance ?? 0n;
    await devnet.faucet.stx(wallet_2.stx.address, { amount: 5n });
    expect((await devnet.balances()).find(({ name }) => name === 'wallet_2')?.stx.balance).toBe(before + 5n);

    const source = `(define-public (twice) (contract-call? '${owner}.counter add u2))`;
    await devnet.stacks.deploy({ name: 'user', source, as: 'wallet_1' });
    const called = await devnet.contract(`${wallet_1.stx.address}.user`).call('twice', [], { as: 'wallet_1', postConditionMode: 'allow' });
    expect(called).toMatchObject({ status: 'success' });
    expect(await devnet.contract(`${owner}.counter`).read('get-n', [])).toBe(52n);
  });

  test('restores snapshots', async () => {
    const id = await devnet.snapshot();
    const before = await devnet.contract(`${owner}.counter`).read('get-n', []);
    await devnet.contract(`${owner}.counter`).call('add', [1n], { as: 'wallet_1' });
    await devnet.mine({ bitcoin: 2 });
    await devnet.restore(id);
    expect(await devnet.contract(`${owner}.counter`).read('get-n', [])).toBe(before);
    await devnet.contract(`${owner}.counter`).call('add', [1n], { as: 'wallet_1' });
  });
});

test('traces, simulates, impersonates and changes what its origin has', async () => {
  await using origin = await serveForkSource();
  const owner = OWNER[TESTNET];
  const counter = `${owner}.counter` as const;
  await using devnet = await bootDevnet({ fork: { url: origin.url }, cache: { enabled: false } });
  const call = { contract: counter, function: 'add', args: [Cl.uint(8)] };
  const simulated = await devnet.simulate({ ...call, sender: owner });
  expect(simulated).toMatchObject({ status: 'success', call: { contract: counter, function: 'add', args: ['u8'], result: '(ok true)' } });
  const source = `(define-public (twice) (begin (unwrap-panic (contract-call? '${counter} add u1)) (contract-call? '${counter} add u2)))`;
  await devnet.stacks.deploy({ name: 'user', source, as: 'wallet_1' });
  const { wallet_1, wallet_6 } = devnet.accounts;
  const { txid } = await devnet.contract(`${wallet_1.stx.address}.user`).call('twice', [], { as: 'wallet_2' });
  const { call: traced } = await devnet.stacks.trace(txid);
  expect(traced?.calls.map((inner) => [inner.contract, inner.function, inner.args, inner.events.length])).toEqual([
    [counter, 'add', ['u1'], 1],
    [counter, 'add', ['u2'], 1],
  ]);

  const stranger = wallet_6.stx.address;
  await devnet.impersonate(stranger);
  await devnet.contract(counter).call('add', [1n], { as: stranger });
  await devnet.state.setDataVar(counter, 'n', 1_000n);
  await devnet.state.setMapEntry(counter, 'seen', owner, 77n);
  await devnet.state.setNonce(owner, BigInt(OWNER_NONCE) + 5n);
  expect(await devnet.contract(counter).read('get-n', [])).toBe(1_000n);
  expect(await devnet.contract(counter).read('seen-by', [owner])).toBe(77n);
  expect(await stacksGet(devnet, `/v2/accounts/${owner}?proof=0`)).toMatchObject({ nonce: OWNER_NONCE + 5 });
});

test.each([
  { networkId: TESTNET, boot: 'ST000000000000000000002AMW42H' },
  { networkId: MAINNET, boot: 'SP000000000000000000002Q6VF78' },
] as const)('crosses into an epoch that its origin has not reached: $boot', async ({ networkId, boot }) => {
  await using origin = await serveForkSource({ networkId });
  await using devnet = await bootDevnet({ fork: { url: origin.url }, epochs: { '4.0': BURN_HEIGHT + 5 }, cache: { enabled: false } });
  const pox = () => stacksGet(devnet, '/v2/pox');
  const contracts = [{}, {}, {}, {}, { contract_id: `${boot}.pox-5`, activation_burnchain_block_height: BURN_HEIGHT + 5 }];
  expect(await pox()).toMatchObject({ current_epoch: 'Epoch34', contract_id: `${boot}.pox-4`, contract_versions: contracts });
  const source = `/v2/contracts/source/${boot}/pox-5?proof=0`;
  expect((await fetch(`${devnet.urls.stacks}${source}`)).status).toBe(404);

  await devnet.mineUntil({ epoch: '4.0' });
  expect(await devnet.status()).toMatchObject({ epoch: '4.0' });
  expect((await fetch(`${devnet.urls.stacks}${source}`)).status).toBe(200);
  await devnet.bitcoin.mine(1);
  expect(await pox()).toMatchObject({ current_epoch: 'Epoch40', contract_id: `${boot}.pox-5` });
  await expect(
    devnet.stacks.deploy({ name: 'newest', source: '(define-read-only (x) u1)', clarityVersion: 6, as: 'wallet_1' }),
  ).resolves.toMatchObject({ status: 'success' });
});

test('refuses an epoch that its origin has reached', async () => {
  await using origin = await serveForkSource();
  const start = bootDevnet({ fork: { url: origin.url }, epochs: { '3.3': BURN_HEIGHT + 9 }, cache: { enabled: false } });
  await expect(start).rejects.toMatchObject({
    message:
      'epochs: expected epochs after 3.4, in which the network begins, received "3.3". The fork begins in the epoch of its origin. ' +
      'Remove 3.3.',
  });
});

test('has the chain id of its origin, whatever that is, also in contracts and transactions', async () => {
  const networkId = 0x8000_0055;
  await using origin = await serveForkSource({ networkId });
  await using devnet = await bootDevnet({ fork: { url: origin.url }, cache: { enabled: false } });
  const counter = devnet.contract(`${OWNER[TESTNET]}.counter`);
  expect(await counter.read('is-main', [])).toEqual({ id: BigInt(networkId), mainnet: false });
  expect(await counter.call('add', [1n], { as: 'wallet_1' })).toMatchObject({ status: 'success' });
});

test('refuses transactions and addresses of another network', async () => {
  await using origin = await serveForkSource({ networkId: MAINNET });
  await using devnet = await bootDevnet({ fork: { url: origin.url }, cache: { enabled: false } });
  await expect(devnet.faucet.stx('ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM')).rejects.toThrow(
    /a mainnet Stacks address .* fork of mainnet/,
  );
  const transaction = await makeContractCall({
    contractAddress: OWNER[MAINNET],
    contractName: 'counter',
    functionName: 'add',
    functionArgs: [Cl.uint(8)],
    senderKey: devnet.accounts.deployer.privateKey,
    nonce: OWNER_NONCE,
    fee: 1_000,
    network: 'testnet',
  });
  const answer = await broadcastTransaction({ transaction, network: devnet.network });
  expect(answer).toMatchObject({ reason: 'BadTransactionVersion' });
});

test('a second fork needs no network for what the first has read; offline it asks for nothing', async () => {
  await using folder = await temporaryFolder('fork');
  const cache = { dir: folder.path, enabled: true };
  await using origin = await serveForkSource();
  const contract = `${OWNER[TESTNET]}.counter` as const;
  const talk = async (devnet: Devnet) => [
    await devnet.contract(contract).read('get-n', []),
    await devnet.contract(contract).read('seen-by', [OWNER[TESTNET]]),
    (await devnet.contract(contract).call('add', [1n], { as: 'wallet_1' })).result,
  ];
  const first = await bootDevnet({ fork: { url: `${origin.url}@${HEIGHT}` }, cache });
  const said = await talk(first);
  await first.close();
  expect(said).toMatchObject([42n, null, { repr: '(ok true)' }]);

  const before = origin.requests.length;
  const second = await bootDevnet({ fork: { url: origin.url, height: HEIGHT }, cache });
  expect(await talk(second)).toEqual(said);
  await second.close();
  expect(origin.requests.slice(before)).toEqual([]);

  origin.fail(() => 'reset');
  await using third = await bootDevnet({ fork: { url: origin.url, offline: true }, cache });
  expect(await talk(third)).toEqual(said);
  expect(origin.requests.slice(before)).toEqual([]);
  await expect(third.contract(contract).read('seen-by', [third.accounts.wallet_3.stx.address])).rejects.toMatchObject({
    code: 'ORIGIN',
    reason: 'OFFLINE',
  });
});

test('has contracts of its own beside those of its origin, also in its copies', async () => {
  await using origin = await serveForkSource();
  const counter = `${OWNER[TESTNET]}.counter` as const;
  const source = `(define-public (twice) (contract-call? '${counter} add u2))`;
  const contracts = [
    { deployer: OWNER[TESTNET], name: 'user', source },
    // the origin has it already
    { deployer: OWNER[TESTNET], name: 'counter', source: '(define-read-only (get-n) u0)' },
  ];
  const devnet = await bootDevnet({ fork: { url: origin.url }, contracts, cache: { enabled: false } });
  await devnet.contract('user').call('twice', [], { as: 'wallet_1' });
  await using copy = await devnet.clone();
  await devnet.contract('user').call('twice', [], { as: 'wallet_1' });
  expect(await devnet.contract(counter).read('get-n', [])).toBe(46n);
  await devnet.close();
  expect(await copy.contract(counter).read('get-n', [])).toBe(44n);
  // The origin answers as long as a copy runs.
  expect(await copy.contract(counter).read('seen-by', [copy.accounts.wallet_6.stx.address])).toBeNull();
  expect((await copy.status()).fork).toEqual({ url: origin.url, height: HEIGHT, bitcoinOffset: BURN_HEIGHT + 2 - 141 });
});

test('Bitcoin heights on the Stacks chain go on from those of the origin', async () => {
  await using origin = await serveForkSource();
  await using devnet = await bootDevnet({ fork: { url: origin.url }, cache: { enabled: false } });
  expect((await devnet.status()).bitcoin.height).toBe(141);
  const receipt = await devnet.stacks.transfer({ to: 'wallet_2', amount: 1n, as: 'wallet_1' });
  expect(receipt.block.burnHeight).toBe(BURN_HEIGHT + 2);
  const anchored = devnet.stacks.waitForAnchor(receipt.txid, { confirmations: 2 });
  await devnet.mine({ bitcoin: 2 });
  expect(await anchored).toMatchObject({ confirmations: 2 });
  await devnet.mineUntil({ burnHeight: BURN_HEIGHT + 7 });
  expect((await devnet.status()).bitcoin.height).toBe(146);
  const { cycle } = await devnet.status();
  expect(cycle).toEqual({ id: 111, phase: 'reward', blocksLeft: 2_001 - ((BURN_HEIGHT + 7 - 666_050) % 2_100) });
});

test('observers and /extended get the blocks from the fork on, linked to that of the origin', async () => {
  await using origin = await serveForkSource();
  await using observer = await listen();
  const fork = { url: origin.url };
  await using devnet = await bootDevnet({ gateway: true, fork, eventObservers: [observer.endpoint], cache: { enabled: false } });
  await devnet.mine({ stacks: 1 });
  await expect.poll(() => observer.bodies('/new_block').length).toBe(3);
  const [first, second, third] = observer.bodies<Record<string, unknown>>('/new_block');
  expect(first).toMatchObject({ block_height: HEIGHT + 1, parent_burn_block_height: BURN_HEIGHT, burn_block_height: BURN_HEIGHT + 1 });
  expect(second).toMatchObject({ block_height: HEIGHT + 2, parent_index_block_hash: first?.['index_block_hash'] });
  expect(third).toMatchObject({ block_height: HEIGHT + 3, parent_index_block_hash: second?.['index_block_hash'] });
  const { results } = (await (await fetch(`${devnet.urls.gateway}/extended/v2/blocks`)).json()) as { results: Record<string, unknown>[] };
  expect(results.map(({ height }) => height)).toEqual([3, 2, 1, 0].map((above) => HEIGHT + above));
  expect(results[2]?.['parent_index_block_hash']).toBe(results[3]?.['index_block_hash']);
  expect(first?.['parent_index_block_hash']).toBe(results[3]?.['index_block_hash']);
});

test.each(['native', 'docker', 'external'] as const)('the %s engine refuses to fork', async (engine) => {
  const external = engine === 'external' && {
    external: { bitcoinRpc: 'http://a:b@127.0.0.1:1', stacksRpc: 'http://127.0.0.1:2' },
  };
  const started = bootDevnet({ engine, fork: { url: 'http://127.0.0.1:1' }, ...external });
  await expect(started).rejects.toMatchObject({ code: 'UNSUPPORTED', field: 'fork.url' });
});
