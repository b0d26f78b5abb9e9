import { connectDevnet, type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownCommand } from '#dist/platform/node/own-command.js';
import { inProcess } from '../../../cli/in-process.js';
import { bootDevnet } from '../../../devnet.js';
import { testGateway } from '../../../gateway/support/gateway.js';

const KINDS = ['reorg', 'drop', 'delay', 'empty-tenures', 'no-commits', 'silent-signer', 'stopped-node', 'rpc-faults'];

describe('mistakes', () => {
  let devnet: Devnet;
  let remote: Devnet;
  beforeAll(async () => {
    devnet = await bootDevnet({ gateway: true });
    remote = await connectDevnet(devnet.urls.gateway ?? '');
  });
  afterAll(async () => {
    await remote.close();
    await devnet.close();
  });

  test.each<[field: string, (chaos: Devnet['chaos']) => Promise<unknown>]>([
    ['blocks', (chaos) => chaos.reorg({ blocks: 0 })],
    ['blocks', (chaos) => chaos.reorg({ blocks: 101 })],
    ['blocks', (chaos) => chaos.reorg({} as never)],
    ['without', (chaos) => chaos.reorg({ blocks: 1, without: ['12'] })],
    ['without', (chaos) => chaos.reorg({ blocks: 1, without: 'none' as never })],
    ['count', (chaos) => chaos.drop({ count: 0 })],
    ['sender', (chaos) => chaos.drop({ sender: 'wallet_1' })],
    ['sender', (chaos) => chaos.drop({ sender: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG.counter' })],
    ['txid', (chaos) => chaos.delay({ txid: '0x12', blocks: 1 })],
    ['blocks', (chaos) => chaos.delay({ blocks: 1.5 })],
    ['tenures', (chaos) => chaos.emptyTenures({ tenures: -1 })],
    ['blocks', (chaos) => chaos.noCommits({ blocks: 1e9 })],
    ['signer', (chaos) => chaos.silentSigner({ signer: 2 })],
    ['forMs', (chaos) => chaos.silentSigner({ forMs: 0 })],
    ['node', (chaos) => chaos.stoppedNode({ node: 'signer' as never })],
    ['errorRate', (chaos) => chaos.rpcFaults({ errorRate: 1.1 })],
    ['latencyMs', (chaos) => chaos.rpcFaults({ latencyMs: -1 })],
    ['lost', (chaos) => chaos.rpcFaults({ lost: 'both' as never })],
    ['path', (chaos) => chaos.rpcFaults({ path: 'v2' })],
    ['seed', (chaos) => chaos.rpcFaults({ seed: -1 })],
  ])('error: %s, by code and over HTTP: %s', async (field, attempt) => {
    await expect(attempt(devnet.chaos)).rejects.toMatchObject({ code: 'INVALID_INPUT', field });
    await expect(attempt(remote.chaos)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(await devnet.chaos.active()).toEqual([]);
  });

  test.each([[[200]], [[]], [['cut']], ['503']])('error: the statuses %o', async (statuses) => {
    await expect(devnet.chaos.rpcFaults({ statuses: statuses as never })).rejects.toMatchObject({ field: 'statuses' });
    await expect(remote.chaos.rpcFaults({ statuses: statuses as never })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('error: an unknown option, an unknown id, a second stopped node', async () => {
    const unknown = { latency: 5 } as never;
    await expect(devnet.chaos.rpcFaults(unknown)).rejects.toMatchObject({
      field: 'latency',
      message: expect.stringContaining('latencyMs'),
    });
    await expect(remote.chaos.rpcFaults(unknown)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    for (const { chaos } of [devnet, remote]) await expect(chaos.stop('f99')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const state = await devnet.dumpState();
    await using _stopped = await devnet.chaos.stoppedNode({ node: 'stacks' });
    await expect(remote.chaos.stoppedNode({ node: 'bitcoin' })).rejects.toMatchObject({ code: 'BUSY' });
    await expect(remote.chaos.reorg({ blocks: 1 })).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
    await expect(devnet.snapshot()).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
    await expect(devnet.loadState(state)).rejects.toMatchObject({ code: 'NOT_REACHABLE' });
    const wrong = [
      () => remote.chaos.reorg({ blocks: 0 }),
      () => remote.snapshot(''),
      () => remote.loadState(state.subarray(1)),
      () => remote.setMining({ stacks: 'often' as never }),
    ];
    for (const call of wrong) await expect(call()).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('default: the command line begins, lists and ends faults', async () => {
    const run = (...args: string[]) => inProcess(['chaos', ...args], { DEVNET_URL: devnet.urls.gateway });
    const { address } = devnet.accounts.wallet_1.stx;
    for (const args of [
      ['drop', '--sender', address, '--count', '2'],
      ['delay', '3', '--txid', `0x${'ab'.repeat(32)}`],
      ['empty-tenures', '1'],
      ['no-commits', '1'],
      ['silent-signer', '1', '--for', '100000'],
      [
        'rpc-faults',
        '--error-rate',
        '0.25',
        '--statuses',
        '429,disconnect',
        '--path',
        '/v2/transactions',
        '--seed',
        '5',
        '--lost',
        'answer',
      ],
    ]) {
      const { status, stdout } = await run(...args);
      expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining(`end it with: ${ownCommand('chaos stop f')}`) });
    }
    const { stdout } = await run('list');
    expect(stdout.split('\n')).toHaveLength(6);
    expect(stdout).toMatch(/rpc-faults +latencyMs 0, jitterMs 0, errorRate 0.25, statuses 429,disconnect/);
    const [first] = await devnet.chaos.active();
    expect(first).toMatchObject({ kind: 'drop', settings: { sender: address, count: 2 }, left: 2, kept: 0 });
    expect(await run('stop', first?.id ?? '')).toMatchObject({ status: 0 });
    expect(await run('clear')).toMatchObject({ status: 0, stdout: 'stopped all faults' });
    expect(await devnet.chaos.active()).toEqual([]);
    expect((await run('reorg', '2')).stdout).toMatch(/^abandoned 2 blocks above \d+, and mined 3 others$/);
    expect(await run('stopped-node', 'stacks', '--for', '1')).toMatchObject({ status: 0 });
    await expect.poll(() => devnet.chaos.active()).toEqual([]);
    expect(await run('delay', 'x')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('blocks: expected a whole number, 1 to 10000'),
    });
    expect(await run('stop', 'f99')).toMatchObject({ status: 1 });
  });

  test('behavior: the same seed gives the same faults, and the faucets and the control API have none', async () => {
    const answers = async (seed: number): Promise<number[]> => {
      await using _faults = await devnet.chaos.rpcFaults({ errorRate: 0.5, statuses: [500, 503], seed });
      const statuses: number[] = [];
      for (let request = 0; request < 20; request++) statuses.push((await fetch(`${devnet.urls.gateway}/v2/info`)).status);
      return statuses;
    };
    const first = await answers(9);
    expect(new Set(first)).toEqual(new Set([200, 500, 503]));
    expect(await answers(9)).toEqual(first);
    expect(await answers(10)).not.toEqual(first);
    await using _faults = await devnet.chaos.rpcFaults({ errorRate: 1 });
    for (const path of ['/v2/info', '/extended/v1/block']) expect((await fetch(`${devnet.urls.gateway}${path}`)).status).toBe(503);
    expect((await fetch(`${devnet.urls.stacks}/v2/info`)).status).toBe(503);
    await remote.faucet.stx(devnet.accounts.wallet_2.stx.address);
    const { address } = devnet.accounts.wallet_3.stx;
    const faucet = `${devnet.urls.gateway}/extended/v1/faucets/stx?address=${address}&wait=true`;
    expect((await fetch(faucet, { method: 'POST' })).status).toBe(200);
  });

  test('behavior: a Bitcoin transaction that the new branch leaves out is pending again', async () => {
    await devnet.setMining({ bitcoin: 'manual' });
    const { txId } = await devnet.faucet.btc(devnet.accounts.wallet_1.btc.address, { wait: false });
    await devnet.bitcoin.mine();
    const { block } = await devnet.bitcoin.waitForTx(txId);
    const { abandoned } = await devnet.chaos.reorg({ blocks: 1, without: [txId] });
    expect(abandoned).toEqual([block.hash]);
    const rpc = await devnet.bitcoin.client();
    expect(await rpc.command('getrawmempool')).toEqual([txId]);
    await devnet.bitcoin.mine();
    expect((await devnet.bitcoin.waitForTx(txId)).block.height).toBe(block.height + 2);
    const again = await devnet.chaos.reorg({ blocks: 1, without: 'all' });
    expect(again.hashes).toHaveLength(2);
    expect(await rpc.command('getrawmempool')).toEqual([txId]);
    await devnet.setMining({ bitcoin: 'auto' });
  });
});

describe('who may call', () => {
  test('error: pages of other origins and other machines may not, without the control key', async () => {
    await using gateway = await testGateway({ control: { key: 'secret' } });
    for (const kind of KINDS) {
      const request = { method: 'POST', url: `/devnet/v1/chaos/${kind}`, payload: { blocks: 1 } } as const;
      const page = await gateway.app.inject({ ...request, headers: { origin: 'https://example.com' } });
      expect([kind, page.statusCode, page.headers['access-control-allow-origin']]).toEqual([kind, 403, undefined]);
      const machine = await gateway.app.inject({ ...request, remoteAddress: '192.0.2.1' });
      expect([kind, machine.statusCode]).toEqual([kind, 403]);
    }
    const listed = { url: '/devnet/v1/chaos', remoteAddress: '192.0.2.1' };
    expect((await gateway.app.inject({ ...listed, headers: { authorization: 'Bearer wrong' } })).statusCode).toBe(403);
    expect((await gateway.app.inject({ ...listed, headers: { authorization: 'Bearer secret' } })).statusCode).toBe(200);
    expect((await gateway.app.inject({ ...listed, method: 'DELETE' })).statusCode).toBe(403);
  });
});

test('error: the external engine refuses what needs its nodes, and disturbs the rest', async () => {
  await using devnet = await bootDevnet();
  const { bitcoin, stacks } = devnet.urls;
  const external = { bitcoinRpc: bitcoin.replace('://', '://devnet:devnet@'), stacksRpc: stacks };
  await using attached = await startDevnet({ engine: 'external', external });
  await using remote = await connectDevnet(attached.urls.gateway ?? '');
  for (const { chaos } of [attached, remote]) {
    for (const attempt of [
      () => chaos.reorg({ blocks: 1 }),
      () => chaos.emptyTenures({ tenures: 1 }),
      () => chaos.noCommits({ blocks: 1 }),
      () => chaos.silentSigner(),
      () => chaos.stoppedNode({ node: 'stacks' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'UNSUPPORTED',
        message: expect.stringContaining('external engine does not run'),
      });
    }
  }
  await using _faults = await remote.chaos.rpcFaults({ errorRate: 1, statuses: [429] });
  expect((await fetch(`${attached.urls.gateway}/v2/info`)).status).toBe(429);
  expect((await fetch(`${stacks}/v2/info`)).status).toBe(200);
});

test('behavior: snapshots and copies have the Bitcoin blocks that the Stacks node has not seen', async () => {
  await using devnet = await bootDevnet();
  const heights = async (of: Devnet) => {
    const { burn_block_height } = (await (await fetch(`${of.urls.stacks}/v2/info`)).json()) as { burn_block_height: number };
    return { bitcoin: (await of.status()).bitcoin.height, stacks: burn_block_height };
  };
  const { bitcoin: before } = await heights(devnet);
  await devnet.chaos.noCommits({ blocks: 3 });
  await devnet.mine({ bitcoin: 2 });
  expect(await heights(devnet)).toEqual({ bitcoin: before + 2, stacks: before });
  const id = await devnet.snapshot();
  await using copy = await devnet.clone();
  await devnet.restore(id);
  expect(await devnet.chaos.active()).toEqual([]);
  for (const of of [devnet, copy]) {
    await of.chaos.reorg({ blocks: 1 });
    await of.mine({ bitcoin: 1 });
    expect(await heights(of)).toEqual({ bitcoin: before + 4, stacks: before + 4 });
  }
});
