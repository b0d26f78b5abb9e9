import { expect, test } from 'vitest';
import { ownCommandOf } from '../../cli/child.js';
import { bootDevnet } from '../../devnet.js';
import { startAgent } from './client.js';

test('lists at most 16 tools, whose schemas are short', async () => {
  await using agent = await startAgent();
  const { tools } = await agent.client.listTools();
  expect(tools.length).toBeLessThanOrEqual(16);
  for (const { inputSchema, description } of tools) {
    expect(description?.length).toBeGreaterThan(20);
    for (const property of Object.values(inputSchema.properties ?? {})) expect(property).toHaveProperty('description');
  }
  // JSON has more than 3 characters a token: 6,000 tokens are the goal, docs/agents.md has the number.
  expect(JSON.stringify({ tools }).length).toBeLessThan(3 * 6_000);
});

test('works on a running network, which stays', async () => {
  await using devnet = await bootDevnet({ gateway: true });
  {
    await using agent = await startAgent({}, ['--url', devnet.urls.gateway ?? '']);
    expect(await agent.use('start')).toMatchObject({ started: false, urls: { gateway: devnet.urls.gateway } });
    await agent.use('mine', { stacks: 1 });
  }
  expect(await devnet.status()).toMatchObject({ ready: true });
});

test('without a network, tools say how to start one; the network ends with the server', async () => {
  const agent = await startAgent({ DEVNET_URL: 'http://127.0.0.1:9' });
  let gateway = '';
  try {
    expect(await agent.failure('status')).toBe(
      `NOT_REACHABLE: No devnet runs at http://127.0.0.1:9. Call the tool "start" first, or run: ${ownCommandOf(agent.folder, 'up --detach')}`,
    );
    const { urls } = await agent.use<{ urls: { gateway: string } }>('start');
    gateway = urls.gateway;
    const { urls: others } = await agent.use<{ urls: { gateway: string } }>('start', { fresh: true });
    await expect(fetch(gateway)).rejects.toThrow();
    gateway = others.gateway;
  } finally {
    await agent[Symbol.asyncDispose]();
  }
  await expect
    .poll(() =>
      fetch(gateway).then(
        () => 'answers',
        () => 'ended',
      ),
    )
    .toBe('ended');
});

test('tools that are called at the same time use one network', async () => {
  await using agent = await startAgent({ DEVNET_URL: 'http://127.0.0.1:9' });
  const answers = await Promise.all([1, 2, 3].map(() => agent.use<{ started: boolean; urls: object }>('start')));
  expect(answers.map(({ started }) => started).toSorted()).toEqual([false, false, true]);
  expect(new Set(answers.map(({ urls }) => JSON.stringify(urls))).size).toBe(1);
});

test('starts no network of nodes of other machines', async () => {
  const nodes = { DEVNET_EXTERNAL_BITCOIN_RPC: 'http://192.0.2.1:18443', DEVNET_EXTERNAL_STACKS_RPC: 'http://192.0.2.1:20443' };
  await using agent = await startAgent({ DEVNET_URL: 'http://127.0.0.1:9', DEVNET_ENGINE: 'external', ...nodes });
  expect(await agent.failure('start')).toContain('external.bitcoinRpc: expected a network on this machine');
});

test('refuses networks of other machines, unknown tools and wrong arguments', async () => {
  await using agent = await startAgent({ DEVNET_URL: 'http://192.0.2.1:3999' });
  expect(await agent.failure('mine', { bitcoin: 1 })).toContain('url: expected a network on this machine');
  expect(await agent.failure('stats')).toContain('did you mean status?');
  expect(await agent.failure('fund', { coin: 'eth', to: 'wallet_1' })).toContain('coin: expected btc, stx or sbtc, received "eth"');
  expect(await agent.failure('fund', { coin: 'stx' })).toContain('to: expected address, contract or name of an account, received nothing');
  expect(await agent.failure('mine', { block: 1 })).toContain('block: unknown key');
});

test('answers have no keys: a contract that stores one cannot reveal it', async () => {
  await using agent = await startAgent();
  await agent.use('start');
  const accounts = await agent.use<{ privateKey: string; mnemonic: string; name: string }[]>('accounts', { keys: true });
  const { privateKey = '', mnemonic = '' } = accounts.find(({ name }) => name === 'wallet_1') ?? {};
  const source = `(define-read-only (key) 0x${privateKey.slice(0, 64)})\n(define-read-only (words) "${mnemonic}")`;
  await agent.use('deploy', { name: 'leak', source });
  expect(await agent.text('read', { contract: 'leak', function: 'key' })).toBe('0x[secret of wallet_1]');
  expect(await agent.text('read', { contract: 'leak', function: 'words' })).toBe('"[secret of wallet_1]"');
  expect(await agent.failure('call', { contract: 'leak', function: 'key', as: mnemonic })).not.toContain(mnemonic);
});

test('ends when the client closes standard input', async () => {
  const agent = await startAgent();
  const { pid } = agent;
  await agent[Symbol.asyncDispose]();
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
