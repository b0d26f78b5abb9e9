import { describe, expect, test } from 'vitest';
import type { DevnetConfig, ResolvedConfig } from '#dist/project/config/devnet-config.js';
import { resolveConfig } from '#dist/project/config/resolve.js';
import { environmentName, type SettingKey, settingOf } from '#dist/project/config/settings.js';
import { type Flags, textKeys } from '#dist/project/config/text-layer.js';
import { projects } from '../clarinet/fixture.js';
import { configDirectory } from './directory.js';

/** A text for each placeholder of a flag, and what it means; no value is a default. New settings with these placeholders need no line. */
const examples: Readonly<Record<string, { text: string; written: unknown; value?: unknown }>> = {
  n: number(12),
  port: number(4001),
  host: same('0.0.0.0'),
  path: same('/opt/my tools/file'),
  image: same('bitcoin/bitcoin@sha256:00ff'),
  url: same('http://[::1]:20443'),
  'url[@height]': same('http://[::1]:20443@12'),
  name: same('alice'),
  token: same('12345'),
  password: same('a:b c'),
  origin: { text: 'http://localhost:5173', written: ['http://localhost:5173'] },
  address: { text: '10.0.0.0/8,::1', written: ['10.0.0.0/8', '::1'] },
  'host:port': { text: 'localhost:3700,[::1]:3701', written: ['localhost:3700', '[::1]:3701'] },
  'base units': { text: '9007199254740993', written: '9007199254740993', value: 9_007_199_254_740_993n },
  'true|false': { text: 'false', written: false },
  'auto|manual|ms': { text: '2500', written: { intervalMs: 2500 } },
  principal: same('ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG'),
  'principal=amount': {
    text: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG=5',
    written: { ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG: '5' },
    value: { ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG: 5n },
  },
  'epoch@height': { text: '3.4@0,4.0@160', written: { '3.4': 0, '4.0': 160 } },
  'off|standard|route=n/window': {
    text: 'stx=7/2m',
    written: { stx: '7/2m' },
    value: expect.objectContaining({ stx: { limit: 7, seconds: 120 }, btc: { limit: 5, seconds: 300 } }),
  },
  words: same(
    'sell invite acquire kitten bamboo drastic jelly vivid peace spawn twice guilt pave pen trash pretty park cube fragile unaware remain midnight betray rebuild',
  ),
};

const key = '753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a6';
/** Settings with rules that their placeholder does not show. */
const exceptions: Partial<Record<SettingKey, { text: string; written: unknown; value?: unknown }>> = {
  allowedHosts: { text: 'Devnet.example.org,.lan', written: ['Devnet.example.org', '.lan'], value: ['devnet.example.org', '.lan'] },
  'bitcoin.files': { text: '/srv/files,/tmp/more', written: ['/srv/files', '/tmp/more'] },
  'accounts.count': number(4),
  project: same(`${projects}/counter/Clarinet.toml`),
  'history.keep': number(250),
  impersonate: { text: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG', written: ['ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG'] },
  'docker.swarm': { text: 'true', written: true },
  'docker.constraints': { text: 'node.role==worker,node.labels.ci != no', written: ['node.role==worker', 'node.labels.ci != no'] },
  'docker.memory': number(512),
  redis: same('redis://:a:b@[::1]:6379/2'),
  'pox.rewardLength': number(40),
  'pox.prepareLength': number(7),
  'control.key': same('open-sesame'),
  'fork.apiKey': same('open-sesame'),
  poolKey: same('open-sesame'),
  'electrum.enabled': { text: 'true', written: true },
  'fork.offline': { text: 'true', written: true },
  'metadata.fetch': { text: 'true', written: true },
  'metadata.ipfsGateway': same('http://127.0.0.1:8080/ipfs/'),
  'faucet.btc.keys': { text: `${key}01`, written: [`${key}01`], value: [key] },
  'faucet.sbtc.keys': { text: key, written: [key], value: [key] },
  'faucet.stx.keys': { text: `${key}, ${key.toUpperCase()}`, written: [key, key.toUpperCase()], value: [key, key] },
};

/** What else must be set so that the value is possible. */
const companions: Partial<Record<SettingKey, Flags>> = {
  engine: { 'external.bitcoinRpc': 'http://node', 'external.stacksRpc': 'http://node' },
  signers: { engine: 'native' },
};

describe.each(textKeys)('%s', (setting) => {
  const { text, written, value = written } = exampleOf(setting);
  const flags = companions[setting] ?? {};

  test('default: from a flag', async () => {
    expect(at(await resolveConfig({ flags: { ...flags, [setting]: text } }), setting)).toEqual(value);
  });

  test('default: from the environment', async () => {
    expect(at(await resolveConfig({ flags, env: { [environmentName(setting)]: text } }), setting)).toEqual(value);
  });

  test('default: from a file', async () => {
    using directory = configDirectory({ 'devnet.config.json': JSON.stringify(nested(setting, written)) });
    expect(at(await resolveConfig({ flags, cwd: directory.path }), setting)).toEqual(value);
  });

  test('behavior: the example is no default', async () => {
    expect(at(await resolveConfig(), setting)).not.toEqual(value);
  });
});

test('behavior: each source overrides those below it', async () => {
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

function exampleOf(setting: SettingKey): { text: string; written: unknown; value?: unknown } {
  const { kind, default: initial } = settingOf(setting);
  const choice = kind.placeholder.includes('|') ? kind.placeholder.split('|').find((word) => word !== initial) : undefined;
  const example = exceptions[setting] ?? examples[kind.placeholder] ?? (choice === undefined ? undefined : same(choice));
  if (example === undefined) throw new RangeError(`${setting}: add an example for <${kind.placeholder}>`);
  return example;
}

function same(text: string): { text: string; written: unknown } {
  return { text, written: text };
}
function number(value: number): { text: string; written: unknown } {
  return { text: String(value), written: value };
}
/** `{ a: { b: value } }` for `a.b`. */
function nested(setting: string, value: unknown): DevnetConfig {
  return setting.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as DevnetConfig;
}
function at(config: ResolvedConfig, setting: string): unknown {
  return setting.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], config);
}
