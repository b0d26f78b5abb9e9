import { describe, expect, test } from 'vitest';
import { ownCommand } from '#dist/platform/node/own-command.js';
import { type ResolveConfigOptions, resolveConfig, resolveOptions } from '#dist/project/config/resolve.js';
import type { DevnetOptions } from '#dist/project/config/start-options.js';
import { configDirectory } from './directory.js';

describe('flags and environment', () => {
  test.each<[string, ResolveConfigOptions, { code?: string; field: string; message: string }]>([
    [
      'an unknown word',
      { flags: { engine: 'embeded' } },
      { field: '--engine', message: '--engine: expected embedded, native, docker or external, received "embeded"' },
    ],
    [
      'the external engine without nodes',
      { flags: { engine: 'external' } },
      {
        field: 'external.bitcoinRpc',
        message:
          'external.bitcoinRpc: expected the URL of a running node, received nothing. The external engine starts no nodes. ' +
          'Set external.bitcoinRpc, for example to http://user:password@127.0.0.1:18443.',
      },
    ],
    [
      'a port out of range',
      { env: { DEVNET_PORTS_GATEWAY: '65536' } },
      {
        field: 'DEVNET_PORTS_GATEWAY',
        message: 'DEVNET_PORTS_GATEWAY: expected a port from 1 to 65535, or 0 for a free one, received "65536"',
      },
    ],
    [
      'a malformed port',
      { flags: { 'ports.stacks': '20443x' } },
      { field: '--ports-stacks', message: '--ports-stacks: expected a port from 1 to 65535, or 0 for a free one, received "20443x"' },
    ],
    [
      'ports other than auto',
      { flags: { ports: 'free' } },
      {
        field: '--ports',
        message:
          '--ports: expected auto, received "free". To choose a port, write --ports-gateway, --ports-stacks, ' +
          '--ports-bitcoin or --ports-electrum.',
      },
    ],
    [
      'a negative count',
      { flags: { 'accounts.count': '-1' } },
      { field: '--accounts-count', message: '--accounts-count: expected a whole number from 1 to 100, received "-1"' },
    ],
    [
      'a fraction',
      { flags: { 'accounts.count': '1.5' } },
      { field: '--accounts-count', message: '--accounts-count: expected a whole number from 1 to 100, received "1.5"' },
    ],
    [
      'an interval of 0',
      { env: { DEVNET_MINING_STACKS: '0' } },
      {
        field: 'DEVNET_MINING_STACKS',
        message:
          'DEVNET_MINING_STACKS: expected auto, manual or an interval in ms above 0: ' +
          '{"intervalMs":1000} in code and files, 1000 as text, received "0"',
      },
    ],
    [
      'a malformed boolean',
      { env: { DEVNET_CACHE_ENABLED: 'yes' } },
      { field: 'DEVNET_CACHE_ENABLED', message: 'DEVNET_CACHE_ENABLED: expected true or false, received "yes"' },
    ],
    [
      'an observer without port',
      { flags: { eventObservers: 'localhost' } },
      { field: '--event-observer', message: '--event-observer: expected host:port, for example 127.0.0.1:3700, received "localhost"' },
    ],
    [
      'a host with a port',
      { flags: { host: '127.0.0.1:80' } },
      { field: '--host', message: '--host: expected a host name or IP address, without scheme and port, received "127.0.0.1:80"' },
    ],
    [
      'a balance without amount',
      { flags: { balances: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG' } },
      { field: '--balance', message: '--balance: expected principal=amount, received "ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG"' },
    ],
    [
      'an unknown variable',
      { env: { DEVNET_PORT_GATEWAY: '1' } },
      { field: 'DEVNET_PORT_GATEWAY', message: 'DEVNET_PORT_GATEWAY: unknown variable; did you mean DEVNET_PORTS_GATEWAY?' },
    ],
    [
      'a variable of all ports with a number',
      { env: { DEVNET_PORTS: '4000' } },
      {
        field: 'DEVNET_PORTS',
        message:
          'DEVNET_PORTS: expected auto, received "4000". ' +
          'To choose a port, write DEVNET_PORTS_GATEWAY, DEVNET_PORTS_STACKS, DEVNET_PORTS_BITCOIN or DEVNET_PORTS_ELECTRUM.',
      },
    ],
    [
      'a variable for a key that has none',
      { env: { DEVNET_CONTRACTS: '[]' } },
      { field: 'DEVNET_CONTRACTS', message: 'DEVNET_CONTRACTS: unknown variable. Set contracts in devnet.config.{ts,js,mjs,json}.' },
    ],
    [
      'an origin without a scheme',
      { env: { DEVNET_CONTROL_ORIGINS: 'localhost:5173' } },
      {
        field: 'DEVNET_CONTROL_ORIGINS',
        message:
          'DEVNET_CONTROL_ORIGINS: expected an origin such as http://localhost:5173, received "localhost:5173". ' +
          'Write http://localhost:5173, with the scheme and without a path.',
      },
    ],
    [
      'a malformed rate',
      { env: { DEVNET_RATE_LIMIT: 'stx=5' } },
      {
        field: 'DEVNET_RATE_LIMIT.stx',
        message: 'DEVNET_RATE_LIMIT.stx: expected a rate of at least 1 in a window of at most 24 days, for example 5/1m, received "5"',
      },
    ],
    [
      'an empty program name',
      { flags: { 'binaries.bitcoind': '' } },
      { field: '--binaries-bitcoind', message: '--binaries-bitcoind: expected a path, or a name to look up on PATH, received ""' },
    ],
    [
      'signers without real nodes',
      { flags: { signers: '2' } },
      { field: 'signers', message: 'signers: expected 1, because the embedded engine has no signers, received 2' },
    ],
    [
      'too many accounts',
      { flags: { 'accounts.count': '10' } },
      { field: 'accounts.count', message: 'accounts.count: expected at most 9 without accounts.mnemonic, received 10' },
    ],
    [
      'a reward phase that is too short',
      { flags: { 'pox.rewardLength': '15' } },
      { field: 'pox.rewardLength', message: 'pox.rewardLength: expected at least 11 more than pox.prepareLength (5), received 15' },
    ],
    [
      'one port twice',
      { flags: { 'ports.stacks': '4000', 'ports.bitcoin': '4000' } },
      { field: 'ports.bitcoin', message: 'ports.bitcoin: expected another port than ports.stacks, received 4000' },
    ],
  ])('error: %s', async (_, options, { code = 'INVALID_INPUT', ...expected }) => {
    await expect(resolveConfig(options)).rejects.toMatchObject({
      name: 'DevnetError',
      code,
      expected: expect.any(String),
      received: expect.any(String),
      ...expected,
    });
  });
});

describe('code', () => {
  const principal = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
  const amounts = 'a whole number of base units up to 2^128-1 (above 2^53-1 as text or bigint, since a number would be rounded)';
  test.each<[string, unknown, string]>([
    ['an unknown group', { minning: {} }, 'minning: unknown key; did you mean mining?'],
    [
      'epochs that do not ascend',
      { epochs: { '4.0': 0, '3.4': 160 } },
      'epochs: expected an epoch after 4.0, in ascending order, received "3.4"',
    ],
    [
      'heights of epochs that do not ascend',
      { epochs: { '3.4': 0, '4.0': 0 } },
      "epochs['4.0']: expected a Bitcoin height above 0, at which epoch 3.4 begins, received 0",
    ],
    ['an unknown epoch', { epochs: { '3.4': 0, '5.0': 160 } }, 'epochs: expected epochs from 2.5 to 4.0, received "5.0"'],
    ['a height of an epoch', { epochs: { '3.4': 0, '4.0': 1.5 } }, "epochs['4.0']: expected a Bitcoin height, received 1.5"],
    [
      'a first epoch before 2.5',
      { epochs: { '2.4': 0, '3.0': 160 } },
      'epochs: expected a first epoch from 2.5 on, because a network cannot cross earlier ones, received "2.4"',
    ],
    [
      'a network that begins in no epoch',
      { epochs: { '4.0': 160 } },
      "epochs['4.0']: expected 0, because the network begins in the first epoch, received 160. Write the epoch before 4.0, too.",
    ],
    [
      'epochs beside another epoch',
      { epoch: '4.0', epochs: { '3.4': 0, '4.0': 160 } },
      'epoch: expected nothing beside epochs, which begin with 3.4, received "4.0"',
    ],
    ['an unknown key', { epoche: '3.4' }, 'epoche: unknown key; did you mean epoch or epochs?'],
    ['a misspelt start option', { onProgess: () => undefined }, 'onProgess: unknown key; did you mean onProgress?'],
    ['a key like none', { frobnicate: 1 }, 'frobnicate: unknown key. docs/configuration.md lists all keys.'],
    [
      'a key for a group that takes no number',
      { port: 4000 },
      'port: unknown key; did you mean ports.gateway, ports.stacks or ports.bitcoin?',
    ],
    ['a misspelt ports: auto', { port: 'auto' }, 'port: unknown key; did you mean ports?'],
    [
      'a number for all ports',
      { ports: 4000 },
      'ports: expected auto, received 4000. To choose a port, write ports.gateway, ports.stacks, ports.bitcoin or ports.electrum.',
    ],
    ['an unknown route', { rateLimit: { sxt: '5/1m' } }, 'rateLimit.sxt: unknown route; did you mean rateLimit.stx?'],
    ['an unknown key in a group', { pox: { rewardLenght: 20 } }, 'pox.rewardLenght: unknown key; did you mean pox.rewardLength?'],
    ['a number for a group', { pox: 20 }, 'pox: expected an object with the keys rewardLength, prepareLength, received 20'],
    ['null', { host: null }, 'host: expected a host name or IP address, without scheme and port, received null'],
    ['a number as text', { accounts: { count: '3' } }, 'accounts.count: expected a whole number from 1 to 100, received "3"'],
    [
      'an amount above 2^53',
      { balances: { [principal]: 2 ** 53 } },
      `balances.${principal}: expected ${amounts}, received 9007199254740992`,
    ],
    [
      'an amount above 2^128',
      { balances: { [principal]: 2n ** 128n } },
      `balances.${principal}: expected ${amounts}, received 340282366920938463463374607431768211456`,
    ],
    ['an amount with a fraction', { balances: { [principal]: '1.5' } }, `balances.${principal}: expected ${amounts}, received "1.5"`],
    ['a negative amount', { balances: { [principal]: -1n } }, `balances.${principal}: expected ${amounts}, received -1`],
    [
      'a payment of 0',
      { faucet: { btc: { amount: 0 } } },
      'faucet.btc.amount: expected a whole number of base units from 1 to 2^63-1, received 0',
    ],
    [
      'a mode with more keys',
      { mining: { stacks: { intervalMs: 5, every: 1 } } },
      'mining.stacks: expected auto, manual or an interval in ms above 0: {"intervalMs":1000} in code and files, 1000 as text, ' +
        'received an object with intervalMs, every',
    ],
    ['text for a list', { eventObservers: 'localhost:1' }, 'eventObservers: expected a list of host:port, received "localhost:1"'],
    [
      'an entry of a list',
      { eventObservers: ['localhost:1', 'x'] },
      'eventObservers[1]: expected host:port, for example 127.0.0.1:3700, received "x"',
    ],
    [
      'too few words',
      { accounts: { mnemonic: 'abandon ability' } },
      'accounts.mnemonic: expected 12, 15, 18, 21 or 24 BIP39 words, received text of 15 characters',
    ],
    [
      'a password in the URL of a stacks-node',
      { external: { stacksRpc: 'http://user:secret@127.0.0.1:20443' } },
      'external.stacksRpc: expected an http:// or https:// URL of a stacks-node, without user name and password, ' +
        'received text of 34 characters',
    ],
  ])('error: %s', (_, options, message) => {
    expect(() => resolveOptions(options as DevnetOptions, {})).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', message }));
  });

  test('error: a wrong private key is not shown', () => {
    const secret = `${'ab'.repeat(31)}zz`;
    expect(() => resolveOptions({ faucet: { stx: { keys: [secret] } } }, {})).toThrow(
      'faucet.stx.keys[0]: expected a private key of 64 hex digits, with or without the suffix 01, received text of 64 characters',
    );
  });

  test('error: a malformed address, or one of another network', () => {
    for (const address of ['ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AA', 'SP2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4EZ5KA0W', 'alice']) {
      expect(() => resolveOptions({ balances: { [address]: 1n } }, {})).toThrow(
        expect.objectContaining({ code: 'INVALID_INPUT', field: `balances.${address}` }),
      );
    }
  });
});

describe('file', () => {
  test.each<[string, Record<string, string>, { field: string; message: string | RegExp }]>([
    [
      'malformed JSON',
      { 'devnet.config.json': '{' },
      { field: 'devnet.config.json', message: /^devnet\.config\.json cannot be read: .*JSON/ },
    ],
    [
      'malformed JSON with a secret, which it does not quote',
      { 'devnet.config.json': '{"accounts":{"mnemonic":twice kind}}' },
      { field: 'devnet.config.json', message: "devnet.config.json cannot be read: Unexpected token 'w'" },
    ],
    [
      'a malformed module with a secret, which it does not quote',
      { 'devnet.config.ts': 'export default { accounts: { mnemonic: "twice kind fence tip hidden tilt" twice } }' },
      { field: 'devnet.config.ts', message: /^devnet\.config\.ts cannot be read: (?!.*fence)/s },
    ],
    [
      'a list',
      { 'devnet.config.json': '[]' },
      { field: 'configuration', message: 'devnet.config.json: configuration: expected an object, received an empty list' },
    ],
    [
      'an unknown key',
      { 'devnet.config.json': '{"ports":{"gatway":1}}' },
      { field: 'ports.gatway', message: 'devnet.config.json: ports.gatway: unknown key; did you mean ports.gateway?' },
    ],
    [
      'a wrong value',
      { 'devnet.config.json': '{"epoch":"2.05"}' },
      {
        field: 'epoch',
        message:
          'devnet.config.json: epoch: expected 2.1, 2.2, 2.3, 2.4, 2.5, 3.0, 3.1, 3.2, 3.3, 3.4 or 4.0 ' +
          '(in 2.0 and 2.05 the embedded VM cannot report locked amounts, and transfers would lose their memos), ' +
          'received "2.05"',
      },
    ],
    [
      'a number that JSON rounded',
      { 'devnet.config.json': '{"balances":{"ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG":9007199254740993}}' },
      { field: 'balances.ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG', message: /since a number would be rounded/ },
    ],
    [
      'a module that throws',
      { 'devnet.config.mjs': 'throw new Error("no luck")' },
      { field: 'devnet.config.mjs', message: 'devnet.config.mjs cannot be read: no luck' },
    ],
    [
      'a module without default export',
      { 'devnet.config.mjs': 'export const epoch = "3.4"' },
      { field: 'devnet.config.mjs', message: 'devnet.config.mjs cannot be read: it has no default export' },
    ],
    ...['ts', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json'].map(
      (extension): [string, Record<string, string>, { field: string; message: string }] => [
        `an empty .${extension}`,
        { [`devnet.config.${extension}`]: '\n' },
        { field: `devnet.config.${extension}`, message: `devnet.config.${extension} cannot be read: it is empty` },
      ],
    ),
    [
      'a module in TypeScript without any export',
      { 'devnet.config.ts': '// Later.' },
      { field: 'devnet.config.ts', message: 'devnet.config.ts cannot be read: it has no default export' },
    ],
    ...['yaml', 'yml', 'toml', 'json5', 'jsonc', 'tsx', 'jsx'].map(
      (extension): [string, Record<string, string>, { field: string; message: string }] => [
        `the format .${extension}`,
        { [`devnet.config.${extension}`]: 'engine: embedded', 'devnet.config.json': '{}' },
        {
          field: `devnet.config.${extension}`,
          message:
            `devnet.config.${extension}: expected a .ts, .js, .mjs, .cjs or .json file, and this format is not read. Write its settings ` +
            `as devnet.config.json, or as a module with a default export: "${ownCommand('init')}" writes one.`,
        },
      ],
    ),
    [
      'two files',
      { 'devnet.config.mjs': 'export default {}', 'devnet.config.json': '{}' },
      {
        field: 'devnet.config.mjs',
        message: 'Several configuration files were found: devnet.config.mjs, devnet.config.json. Keep one of them.',
      },
    ],
  ])('error: %s', async (_, files, { message, ...expected }) => {
    using directory = configDirectory(files);
    const error = await resolveConfig({ cwd: directory.path }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'DevnetError', code: 'INVALID_INPUT', ...expected });
    expect(error).toHaveProperty('message', typeof message === 'string' ? message : expect.stringMatching(message));
  });
});
