import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ResolveConfigOptions, resolveConfig, resolveStart } from '#dist/project/config/resolve.js';
import { inProcess } from '../../cli/in-process.js';
import { copyProject, projects } from '../clarinet/fixture.js';

const counter = path.join(projects, 'counter');
const find = (cwd: string, options: ResolveConfigOptions = {}) => resolveConfig({ cwd, findProject: true, ...options });
/** Settings of `[devnet]` that mean something here. */
const DEVNET = `stacks_api_port = 4001
stacks_node_rpc_port = 4002
bitcoin_node_rpc_port = 4003
bitcoin_node_username = "alice"
bitcoin_node_password = "secret"
bitcoin_controller_block_time = 5000
stacks_node_events_observers = ["host.docker.internal:3700", "127.0.0.1:3701"]
epoch_3_0 = 130
epoch_3_4 = 1_000_000
`;

test('default: the settings of a project are those of the network', async () => {
  using project = copyProject();
  project.edit('settings/Devnet.toml', 'disable_stacks_api = true\n', DEVNET);
  const notices: string[] = [];
  expect(await resolveConfig({ flags: { project: project.root }, onNotice: (line) => notices.push(line) })).toMatchObject({
    project: path.join(project.root, 'Clarinet.toml'),
    ports: { gateway: 4001, stacks: 4002, bitcoin: 4003 },
    bitcoin: { rpcUser: 'alice', rpcPassword: 'secret' },
    mining: { bitcoin: { intervalMs: 5000 }, stacks: 'auto' },
    eventObservers: ['127.0.0.1:3700', '127.0.0.1:3701'],
    epoch: '3.3',
    accounts: {
      named: {
        deployer: { balance: 100_000_000_000_000n, sbtcBalance: 1_000_000_000n },
        alice: { derivation: "m/44'/5757'/0'/0/0", balance: 5_000_000n, sbtcBalance: 77n },
        bob: { derivation: "m/44'/5757'/0'/0/3", balance: 1n, sbtcBalance: 1_000_000_000n },
      },
    },
  });
  expect(notices).toEqual(['settings/Devnet.toml: without effect here: disable_stacks_explorer']);
});

test('behavior: without automatic mining, Bitcoin blocks are made on request', async () => {
  using project = copyProject();
  project.edit('settings/Devnet.toml', 'disable_stacks_api = true\n', `${DEVNET}bitcoin_controller_automining_disabled = true\n`);
  expect((await resolveConfig({ flags: { project: project.root } })).mining).toEqual({ bitcoin: 'manual', stacks: 'auto' });
});

test('behavior: all other sources override the project, which overrides defaults', async () => {
  using project = copyProject();
  project.edit('settings/Devnet.toml', 'disable_stacks_api = true\n', DEVNET);
  project.write('devnet.config.json', '{"ports":{"gateway":5001}}');
  const config = await find(project.root, {
    flags: { epoch: '4.0' },
    env: { DEVNET_EVENT_OBSERVERS: '127.0.0.1:1' },
    defaults: { ports: { gateway: 3999, stacks: 20443, bitcoin: 18443 } },
  });
  expect(config).toMatchObject({ epoch: '4.0', eventObservers: ['127.0.0.1:1'], ports: { gateway: 5001, stacks: 4002, bitcoin: 4003 } });
  expect((await find(project.root, { flags: { ports: 'auto' } })).ports).toEqual({ gateway: 0, stacks: 0, bitcoin: 0, electrum: 0 });
});

test('behavior: accounts of another source replace those of the project', async () => {
  for (const flags of [{ 'accounts.count': '2' }, { 'accounts.mnemonic': `${'abandon '.repeat(11)}about` }]) {
    expect((await find(counter, { flags })).accounts.named).toBeUndefined();
  }
});

test('behavior: a project is found in the working directory or above it, and one line says so', async () => {
  const notices: string[] = [];
  const config = await find(path.join(counter, 'contracts'), { onNotice: (line) => notices.push(line) });
  expect(config.project).toBe(path.join(counter, 'Clarinet.toml'));
  expect(notices[0]).toBe(`using the Clarinet project ${path.join(counter, 'Clarinet.toml')}; --no-project starts without it`);
  expect(notices).toHaveLength(2);
});

test.each<[string, ResolveConfigOptions]>([
  ['--no-project', { flags: { project: 'false' } }],
  ['DEVNET_PROJECT=false', { env: { DEVNET_PROJECT: 'false' } }],
  ['the external engine', { flags: { engine: 'external' }, anyEngine: true }],
  ['nobody looks for it', { findProject: false }],
])('behavior: with %s none is found', async (_, options) => {
  const config = await find(counter, options);
  expect([config.project || undefined, config.accounts.named]).toEqual([undefined, undefined]);
});

test('behavior: a project is named by its folder or its file, relative to the working directory', async () => {
  const expected = path.join(counter, 'Clarinet.toml');
  for (const name of ['counter', 'counter/Clarinet.toml', './counter/']) {
    expect((await resolveConfig({ env: { DEVNET_PROJECT: name }, cwd: projects })).project).toBe(expected);
  }
  expect((await resolveStart({ project: counter })).project).toBe(expected);
});

test('behavior: a resolved configuration is a valid input and means the same', async () => {
  const config = await resolveStart({ project: counter });
  expect(await resolveStart(config)).toEqual(config);
});

test.each([
  ['/nowhere', '"/nowhere"'],
  [path.join(counter, 'contracts'), `"${path.join(counter, 'contracts')}"`],
  [path.join(counter, 'contracts/old.clar'), `"${path.join(counter, 'contracts/old.clar')}"`],
])('error: no project at %s', async (name, received) => {
  await expect(resolveStart({ project: name })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: 'project',
    expected: 'a folder with Clarinet.toml, or the path of such a file',
    received: received.length > 120 ? expect.any(String) : received,
  });
});

test('error: named accounts', async () => {
  const mnemonic = `${'abandon '.repeat(11)}about`;
  const named = (value: unknown) => resolveStart({ accounts: { named: value } } as Parameters<typeof resolveStart>[0]);
  await expect(named({})).rejects.toThrow('accounts.named: expected 1 to 100 accounts');
  await expect(named({ '9': { mnemonic } })).rejects.toThrow('names of letters, digits, - and _');
  await expect(named({ alice: mnemonic })).rejects.toThrow(
    'accounts.named.alice: expected an object {mnemonic, derivation?, balance?, sbtcBalance?}, received text of 93 characters',
  );
  await expect(named({ alice: { mnemonic: 'abandon' } })).rejects.toThrow(
    'accounts.named.alice.mnemonic: expected 12, 15, 18, 21 or 24 BIP39 words',
  );
  await expect(named({ alice: { mnemonic, derivation: 'm/x' } })).rejects.toThrow(
    "accounts.named.alice.derivation: expected a BIP32 path such as m/44'/5757'/0'/0/0",
  );
  await expect(named({ alice: { mnemonic, balance: -1 } })).rejects.toThrow('accounts.named.alice.balance: expected a whole number');
  await expect(named({ alice: { mnemonic, balanc: 1 } })).rejects.toThrow(
    'accounts.named.alice.balanc: unknown key; did you mean accounts.named.alice.balance?',
  );
  await expect(resolveStart({ accounts: { mnemonic, named: { alice: { mnemonic } } } })).rejects.toThrow(
    'accounts.named: expected no accounts.mnemonic beside it',
  );
});

test('error: the command line exits with status 2', async () => {
  expect(await inProcess(['up', '--project', '/nowhere'], { HOME: '/tmp' })).toMatchObject({
    status: 2,
    stderr:
      'error: project: expected a folder with Clarinet.toml, or the path of such a file, received "/nowhere". ' +
      'Check the path, or set project to false (--no-project, DEVNET_PROJECT=false).',
  });
});

const REMOTE = '[repl.remote_data]\nenabled = true\n';

describe('[repl.remote_data]', () => {
  const resolved = async (remote: string, options: ResolveConfigOptions = {}) => {
    using project = copyProject();
    project.edit('Clarinet.toml', '[repl.analysis]', `${remote}[repl.analysis]`);
    const notices: string[] = [];
    const config = await resolveConfig({
      ...options,
      flags: { project: project.root, ...options.flags },
      onNotice: (line) => notices.push(line),
    });
    return { fork: config.fork, notices: notices.filter((line) => !line.startsWith('settings/')) };
  };

  test('default: the network continues the one that it names, at its height', async () => {
    expect(await resolved(`${REMOTE}api_url = "http://127.0.0.1:1"\ninitial_height = 77\n`)).toMatchObject({
      fork: { url: 'http://127.0.0.1:1', height: 77 },
      notices: ['continuing http://127.0.0.1:1 at height 77, because of [repl.remote_data] in Clarinet.toml'],
    });
    expect((await resolved(REMOTE)).fork).toMatchObject({ url: 'https://api.hiro.so', height: undefined });
  });

  test('behavior: another source of the fork overrides it', async () => {
    expect((await resolved(REMOTE, { flags: { 'fork.url': 'http://127.0.0.1:2@5' } })).fork).toMatchObject({
      url: 'http://127.0.0.1:2@5',
      height: undefined,
    });
  });

  test('behavior: without an effect if it is not enabled, and with a notice on engines that have no forks', async () => {
    expect((await resolved(REMOTE.replace('true', 'false'))).fork.url).toBeUndefined();
    expect(await resolved(REMOTE, { flags: { engine: 'native' } })).toMatchObject({
      fork: { url: undefined },
      notices: ['Clarinet.toml: without effect here: repl.remote_data, because the native engine cannot continue another network'],
    });
  });

  test('error: names the key', async () => {
    await expect(resolved(`${REMOTE}api_url = "api"\n`)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('repl.remote_data.api_url'),
    });
    await expect(resolved(`${REMOTE}initial_height = "1"\n`)).rejects.toMatchObject({
      message: expect.stringContaining('repl.remote_data.initial_height'),
    });
  });
});
