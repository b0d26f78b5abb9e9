import path from 'node:path';
import { expect, test } from 'vitest';
import { nativeHost } from '#dist/project/config/hosts.js';
import { resolveConfig, resolveOptions } from '#dist/project/config/resolve.js';
import { reservedVariables } from '#dist/project/config/text-layer.js';
import { configDirectory } from './directory.js';

test('default: in code', () => {
  expect(resolveOptions({}, { XDG_CACHE_HOME: '/cache', XDG_STATE_HOME: '/state' })).toMatchObject({
    engine: 'embedded',
    host: '127.0.0.1',
    ports: { gateway: 0, stacks: 0, bitcoin: 0 },
    accounts: { count: 9, mnemonic: undefined },
    balances: {},
    contracts: [],
    epoch: '4.0',
    pox: { rewardLength: 20, prepareLength: 5 },
    signers: 1,
    mining: { stacks: 'auto', bitcoin: 'auto' },
    faucet: { btc: { enabled: true, amount: 100_000_000n }, stx: { enabled: true, amount: 500_000_000n } },
    control: { enabled: true, key: undefined, origins: [] },
    rateLimit: 'off',
    apiKeys: { service: 'service', file: '/state/stacks-devnet/api-keys.json', factor: 10 },
    trustedProxies: [],
    bitcoin: { rpcUser: 'devnet', rpcPassword: 'devnet' },
    eventObservers: [],
    binaries: {},
    images: {},
    compose: {},
    external: {},
    cache: { dir: '/cache/stacks-devnet', enabled: true },
    logLevel: 'info',
  });
});

test('behavior: a resolved configuration is a valid input and means the same', () => {
  const config = resolveOptions({ accounts: { count: 2 }, mining: { bitcoin: { intervalMs: 5 } }, faucet: { btc: { keys: [] } } });
  expect(resolveOptions(config)).toEqual(config);
});

test('behavior: the external engine has no faucet keys of its own, and mines only if configured', () => {
  const external = { bitcoinRpc: 'http://node:18443', stacksRpc: 'http://node:20443' };
  expect(resolveOptions({ engine: 'external', external })).toMatchObject({
    external,
    faucet: { btc: { keys: [] }, stx: { keys: [] } },
    mining: { bitcoin: 'manual', stacks: 'auto' },
  });
  expect(resolveOptions({ engine: 'external', external, mining: { bitcoin: 'auto' } }).mining.bitcoin).toBe('auto');
});

test('behavior: code reads neither file nor variables', () => {
  expect(resolveOptions({}, { DEVNET_EPOCH: '3.1', DEVNET_NONSENSE: 'x' }).epoch).toBe('4.0');
});

test('behavior: ports auto', async () => {
  const conventional = { ports: { gateway: 3999, stacks: 20443, bitcoin: 18443, electrum: 50001 } };
  const free = { gateway: 0, stacks: 0, bitcoin: 0, electrum: 0 };
  expect((await resolveConfig({ defaults: conventional })).ports).toEqual(conventional.ports);
  expect((await resolveConfig({ flags: { ports: 'auto' }, defaults: conventional })).ports).toEqual(free);
  expect((await resolveConfig({ env: { DEVNET_PORTS: 'auto' }, defaults: conventional })).ports).toEqual(free);
  expect(resolveOptions({ ports: 'auto' }).ports).toEqual(free);
});

test('behavior: the port of an Electrum server that is off may be another one', async () => {
  const flags = { 'ports.gateway': '50001', 'ports.electrum': '50001' };
  expect((await resolveConfig({ flags })).ports.gateway).toBe(50_001);
  await expect(resolveConfig({ flags: { ...flags, 'electrum.enabled': 'true' } })).rejects.toMatchObject({ field: 'ports.electrum' });
});

test('behavior: ports auto keeps a port that the same source sets, in any order', async () => {
  const expected = { gateway: 4000, stacks: 0, bitcoin: 0, electrum: 0 };
  expect((await resolveConfig({ flags: { ports: 'auto', 'ports.gateway': '4000' } })).ports).toEqual(expected);
  expect((await resolveConfig({ flags: { 'ports.gateway': '4000', ports: 'auto' } })).ports).toEqual(expected);
  expect((await resolveConfig({ flags: { ports: 'auto' }, env: { DEVNET_PORTS_GATEWAY: '4000' } })).ports).toEqual({
    ...expected,
    gateway: 0,
  });
});

test('behavior: variables with the URLs of a running devnet configure nothing, nor do empty ones', async () => {
  const env = Object.fromEntries([
    ...reservedVariables.map((name) => [name, 'http://127.0.0.1:1']),
    ['DEVNET_EPOCH', ''],
    ['PATH', '/bin'],
  ]);
  expect(await resolveConfig({ env })).toEqual(await resolveConfig());
});

test('behavior: plain variables name programs that no other source names', async () => {
  const env = {
    BITCOIND: 'bin/bitcoind',
    STACKS_NODE: 'stacks-node-4',
    STACKS_SIGNER: '',
    DEVNET_BINARIES_STACKS_NODE: '/opt/stacks-node',
  };
  expect((await resolveConfig({ env, cwd: '/work' })).binaries).toEqual({ bitcoind: '/work/bin/bitcoind', stacksNode: '/opt/stacks-node' });
  expect(resolveOptions({ binaries: { bitcoind: '/opt/bitcoind' } }, env).binaries).toEqual({
    bitcoind: '/opt/bitcoind',
    stacksNode: 'stacks-node-4',
  });
});

test('behavior: programs of the native engine get a few variables only', () => {
  expect(nativeHost({ PATH: '/bin', HOME: '/home/me', SECRET: 'x', BLOCKSTACK_DEBUG: '1' })).toEqual({
    environment: { PATH: '/bin', HOME: '/home/me' },
    stateDir: '/home/me/.local/state/stacks-devnet',
  });
});

test('behavior: an empty list of keys leaves a faucet without keys', async () => {
  expect((await resolveConfig({ flags: { 'faucet.btc.keys': '' } })).faucet.btc.keys).toEqual([]);
});

test('behavior: relative paths start in the working directory', async () => {
  using directory = configDirectory();
  expect((await resolveConfig({ flags: { 'cache.dir': 'images' }, cwd: directory.path })).cache.dir).toBe(
    path.join(directory.path, 'images'),
  );
});

test.each([
  ['devnet.config.json', '{"accounts":{"count":2}}'],
  ['devnet.config.mjs', 'export default { accounts: { count: 2 } }'],
  ['devnet.config.mts', 'export default { accounts: { count: 2 } } as const'],
  ['devnet.config.cts', 'module.exports = { accounts: { count: 2 as number } }'],
  ['devnet.config.cjs', 'module.exports = { accounts: { count: 2 } }'],
  ['devnet.config.js', 'module.exports = { accounts: { count: 2 } }'],
  ['devnet.config.ts', 'const count: number = 2;\nexport default { accounts: { count } };'],
])('behavior: reads %s', async (name, text) => {
  using directory = configDirectory({ [name]: text });
  expect((await resolveConfig({ cwd: directory.path })).accounts.count).toBe(2);
});

test('behavior: a configuration file may contain contracts', async () => {
  const contract = { deployer: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', name: 'counter', source: '(define-read-only (read) u1)' };
  using directory = configDirectory({ 'devnet.config.json': JSON.stringify({ contracts: [contract] }) });
  expect((await resolveConfig({ cwd: directory.path })).contracts).toEqual([contract]);
});

test('behavior: defineConfig gives a file its types', async () => {
  // Inside the package, so that the import finds it as it finds an installed package.
  using directory = configDirectory(
    { 'devnet.config.ts': "import { defineConfig } from 'stacks-devnet';\nexport default defineConfig({ accounts: { count: 2 } });" },
    import.meta.dirname,
  );
  expect((await resolveConfig({ cwd: directory.path })).accounts.count).toBe(2);
});
