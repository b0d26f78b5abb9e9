import { describe, expect, test } from 'vitest';
import { resolveConfig } from '#dist/config/resolve.js';
import { environmentName, type SettingKey, settingKeys } from '#dist/config/schema.js';
import type { ConfigInput, ResolvedConfig } from '#dist/config/types.js';
import { configDirectory } from './directory.js';

const principal = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const key = '753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a6';
const words =
  'sell invite acquire kitten bamboo drastic jelly vivid peace spawn twice guilt pave pen trash pretty park cube fragile unaware remain midnight betray rebuild';

/** For every key: its text in the environment or a flag, the same in a file, and what both mean. No value is a default, except where only one is possible. */
const cases: Record<SettingKey, { text: string; written: unknown; value: unknown }> = {
  engine: same('embedded'),
  host: same('0.0.0.0'),
  'ports.gateway': number(4001),
  'ports.stacks': number(4002),
  'ports.bitcoin': number(4003),
  'accounts.mnemonic': same(words),
  'accounts.count': number(4),
  balances: {
    text: `${principal}=340282366920938463463374607431768211455,${principal}.vault=5`,
    written: { [principal]: '340282366920938463463374607431768211455', [`${principal}.vault`]: 5 },
    value: { [principal]: 2n ** 128n - 1n, [`${principal}.vault`]: 5n },
  },
  epoch: same('3.2'),
  'pox.rewardLength': number(40),
  'pox.prepareLength': number(7),
  signers: number(1),
  'mining.stacks': same('manual'),
  'mining.bitcoin': { text: '2500', written: { intervalMs: 2500 }, value: { intervalMs: 2500 } },
  'faucet.btc.enabled': { text: 'false', written: false, value: false },
  'faucet.btc.amount': { text: '7', written: 7, value: 7n },
  'faucet.btc.keys': { text: `${key}01`, written: [`${key}01`], value: [key] },
  'faucet.stx.enabled': { text: 'false', written: false, value: false },
  'faucet.stx.amount': { text: '9007199254740993', written: '9007199254740993', value: 9_007_199_254_740_993n },
  'faucet.stx.keys': { text: `${key}, ${key.toUpperCase()}`, written: [key, key.toUpperCase()], value: [key, key] },
  'control.enabled': { text: 'false', written: false, value: false },
  'control.key': same('open-sesame'),
  rateLimit: {
    text: 'stx=7/2m,stacking=2/d',
    written: { stx: '7/2m', stacking: '2/d' },
    value: {
      requests: { limit: 50, seconds: 60 },
      btc: { limit: 5, seconds: 300 },
      stx: { limit: 7, seconds: 120 },
      stacking: { limit: 2, seconds: 86_400 },
      btcPerIp: { limit: 20, seconds: 300 },
      stxPerIp: { limit: 20, seconds: 300 },
      stackingPerIp: { limit: 5, seconds: 172_800 },
    },
  },
  rateLimitFile: same('/var/lib/windows.json'),
  'apiKeys.service': same('hosted'),
  'apiKeys.file': same('/var/lib/keys.json'),
  'apiKeys.factor': number(3),
  trustedProxies: { text: '10.0.0.0/8,::1', written: ['10.0.0.0/8', '::1'], value: ['10.0.0.0/8', '::1'] },
  'bitcoin.rpcUser': same('alice'),
  'bitcoin.rpcPassword': same('a:b c'),
  eventObservers: { text: 'localhost:3700,[::1]:3701', written: ['localhost:3700', '[::1]:3701'], value: ['localhost:3700', '[::1]:3701'] },
  'binaries.bitcoind': same('/opt/bitcoin/bin/bitcoind'),
  'binaries.stacksNode': same('stacks-node-4'),
  'binaries.stacksSigner': same('/opt/my tools/stacks-signer'),
  'images.bitcoind': same('bitcoin/bitcoin@sha256:00ff'),
  'images.stacksNode': same('localhost:5000/stacks-core:4.0.2'),
  'images.stacksSigner': same('stacks-signer'),
  'compose.folder': same('/devnet'),
  'external.bitcoinRpc': same('https://user:p%40ss@node:8332/path'),
  'external.stacksRpc': same('http://[::1]:20443'),
  'external.stacksToken': same('12345'),
  'cache.dir': same('/var/cache/somewhere'),
  'cache.enabled': { text: 'false', written: false, value: false },
  logLevel: same('warn'),
};

describe.each(settingKeys)('%s', (key) => {
  const { text, written, value } = cases[key];

  test('default: from a flag', async () => {
    expect(at(await resolveConfig({ flags: { [key]: text } }), key)).toEqual(value);
  });

  test('default: from the environment', async () => {
    expect(at(await resolveConfig({ env: { [environmentName(key)]: text } }), key)).toEqual(value);
  });

  test('default: from a file', async () => {
    using directory = configDirectory({ 'devnet.config.json': JSON.stringify(nested(key, written)) });
    expect(at(await resolveConfig({ cwd: directory.path }), key)).toEqual(value);
  });
});

test('behavior: each source hides those below it', async () => {
  using directory = configDirectory({ 'devnet.config.json': '{"accounts":{"count":3},"epoch":"3.1","host":"file","logLevel":"error"}' });
  const config = await resolveConfig({
    flags: { 'accounts.count': '1' },
    env: { DEVNET_ACCOUNTS_COUNT: '2', DEVNET_EPOCH: '3.2' },
    cwd: directory.path,
    defaults: { accounts: { count: 4 }, epoch: '3.3', host: 'default', mining: { stacks: 'manual' } },
  });
  expect(config).toMatchObject({
    accounts: { count: 1 },
    epoch: '3.2',
    host: 'file',
    logLevel: 'error',
    mining: { stacks: 'manual', bitcoin: 'auto' },
  });
});

function same(text: string): { text: string; written: unknown; value: unknown } {
  return { text, written: text, value: text };
}
function number(value: number): { text: string; written: unknown; value: unknown } {
  return { text: String(value), written: value, value };
}
/** `{ a: { b: value } }` for `a.b`; bigints as text, as a file would have them. */
function nested(key: string, value: unknown): ConfigInput {
  return key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as ConfigInput;
}
function at(config: ResolvedConfig, key: string): unknown {
  return key.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], config);
}
