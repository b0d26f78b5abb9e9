import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { child, emptyHome } from './child.js';
import { inProcess } from './in-process.js';

const home = emptyHome();
afterAll(() => home[Symbol.dispose]());
/** Empty, so that no program is found by accident. */
const bare = { ...home.env, PATH: path.join(home.path, 'tmp') };

type Finding = { item: string; ok: boolean; text: string; hint?: string };
type Answer = { engine: string; engines: { engine: string; ok: boolean; findings: Finding[] }[] };

/** Runs `doctor --json`. */
async function doctor(env: NodeJS.ProcessEnv, ...args: string[]) {
  const { status, stdout, stderr } = await inProcess(['doctor', '--json', ...args], env);
  const answer = JSON.parse(stdout) as Answer;
  const of = (engine: string) => answer.engines.find((found) => found.engine === engine);
  const item = (engine: string, name: string) => of(engine)?.findings.find((found) => found.item === name);
  return { status, stderr, answer, of, item };
}

test('default: the embedded engine needs nothing but this program', async () => {
  const { status, stderr, answer, of } = await doctor(bare);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(answer.engine).toBe('embedded');
  expect(answer.engines.map(({ engine }) => engine)).toEqual(['embedded', 'native', 'docker', 'external']);
  expect(of('embedded')).toEqual({
    engine: 'embedded',
    ok: true,
    findings: [
      { item: 'Node.js', ok: true, text: process.version },
      { item: 'cache', ok: true, text: expect.stringContaining(home.env['DEVNET_CACHE_DIR'] ?? '') },
      { item: 'memory', ok: true, text: expect.stringMatching(/^\d+ MiB usable, 400 MiB needed$/) },
      { item: 'boot contracts', ok: true, text: 'those of this package, as stacks-node 4.0.2 has them' },
    ],
  });
});

test('behavior: says which boot contracts the next start takes', async () => {
  const { item } = await doctor({ ...bare, DEVNET_BOOT_CONTRACTS: 'http://127.0.0.1:20443' });
  expect(item('embedded', 'boot contracts')).toMatchObject({ ok: true, text: 'the next start reads those of http://127.0.0.1:20443' });
});

test('default: as text', async () => {
  const { status, stdout } = await inProcess(['doctor'], bare);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^embedded: ready\n {2}ok {2}Node\.js +v\d+/);
  expect(stdout).toMatch(/\nnative: not ready\n/);
  expect(stdout).toMatch(/\n {2}fail {2}bitcoind +bitcoind was not found: .*\n {8}\S/);
});

describe('--report', () => {
  const secrets = {
    DEVNET_CONTROL_KEY: 'the-key-of-control',
    DEVNET_ACCOUNTS_MNEMONIC: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    DEVNET_BITCOIN_RPC_PASSWORD: 'the-password',
    DEVNET_FORK_URL: 'http://127.0.0.1:9/the-token',
    DEVNET_LOG_LEVEL: 'debug',
    DEVNET_ACCOUNTS_COUNT: '7',
  };

  test('behavior: has versions and settings, and no secret, path or URL', async () => {
    const { status, stdout, stderr } = await inProcess(['doctor', '--report', '--engine', 'native'], { ...bare, ...secrets });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^\| what \| value \|\n\| --- \| --- \|\n\| version \| \d/);
    for (const line of [
      `| runtime | Node ${process.versions.node} |`,
      '| engine | native |',
      '| engine embedded | ready |',
      '| engine native | not ready |',
    ]) {
      expect(stdout.split('\n')).toContain(line);
    }
    for (const line of [
      '`logLevel` | debug',
      '`accounts.count` | 7',
      '`control.key` | (set)',
      '`fork.url` | (set)',
      '`accounts.mnemonic` | (set)',
    ]) {
      expect(stdout).toContain(`| setting ${line} |`);
    }
    for (const secret of ['the-', 'abandon', '127.0.0.1', home.path]) expect(stdout).not.toContain(secret);
  });

  test('option: JSON', async () => {
    const { stdout } = await inProcess(['doctor', '--report', '--json'], { ...bare, ...secrets });
    expect(JSON.parse(stdout)).toMatchObject({
      engine: 'embedded',
      engines: { embedded: true },
      settings: { logLevel: 'debug' },
    });
  });
});

test('behavior: in CI, one line for each engine, and all checks of the configured one if it is not ready', async () => {
  const embedded = await inProcess(['doctor'], { ...bare, CI: 'true' });
  expect(embedded).toMatchObject({ status: 0 });
  expect(embedded.stdout.split('\n')).toEqual([
    'embedded: ready',
    'native: not ready: bitcoind was not found, stacks-node was not found, stacks-signer was not found',
    expect.stringMatching(/^docker: (?:ready|not ready: no container engine)$/),
    'external: not ready: external.bitcoinRpc is not set, external.stacksRpc is not set',
  ]);
  const native = await inProcess(['doctor', '--engine', 'native'], { ...bare, CI: 'true' });
  expect(native).toMatchObject({ status: 6, stderr: expect.stringContaining('Fix bitcoind, stacks-node, stacks-signer') });
  expect(native.stdout.split('\n').slice(0, 3)).toEqual([
    'embedded: ready',
    'native: not ready',
    expect.stringContaining('bitcoind was not found: BITCOIND'),
  ]);
});

describe('external', () => {
  test('behavior: asks for missing URLs', async () => {
    const { item } = await doctor(bare);
    expect(item('external', 'bitcoinRpc')).toMatchObject({ ok: false, hint: expect.stringContaining('DEVNET_EXTERNAL_BITCOIN_RPC') });
    expect(item('external', 'stacksRpc')).toMatchObject({ ok: false, hint: expect.stringContaining('DEVNET_EXTERNAL_STACKS_RPC') });
  });

  test('error: nodes that do not answer, without their password', async () => {
    const env = {
      ...bare,
      DEVNET_EXTERNAL_BITCOIN_RPC: 'http://user:hidden@127.0.0.1:1',
      DEVNET_EXTERNAL_STACKS_RPC: 'http://127.0.0.1:1',
    };
    const { item } = await doctor(env);
    expect(item('external', 'nodes')).toMatchObject({ ok: false, text: expect.stringMatching(/^external\.(?:bitcoin|stacks)Rpc: no /) });
    expect(JSON.stringify(item('external', 'nodes'))).not.toContain('hidden');
  });
});

describe('embedded', () => {
  test('behavior: a cache that cannot be written makes boots slow, not impossible', async () => {
    const file = path.join(home.path, 'tmp/file');
    writeFileSync(file, '');
    const { status, item } = await doctor(bare, '--cache-dir', path.join(file, 'cache'));
    expect(status).toBe(0);
    expect(item('embedded', 'cache')).toMatchObject({
      ok: true,
      isPoor: true,
      text: expect.stringMatching(/^cannot be written \(.*\), so every boot is slow$/),
      hint: expect.stringContaining('DEVNET_CACHE_DIR'),
    });
  });
});

describe('native', () => {
  function program(name: string, words: string): string {
    const file = path.join(home.path, name);
    writeFileSync(file, `#!/bin/sh\necho '${words}'\n`);
    chmodSync(file, 0o755);
    return file;
  }

  test('error: no programs', async () => {
    const { status, stderr, item } = await doctor(bare, '--engine', 'native');
    expect(status).toBe(6);
    expect(JSON.parse(stderr).error).toMatch(
      /^The native engine cannot start. Fix .*bitcoind, stacks-node, stacks-signer as shown above\.$/,
    );
    expect(item('native', 'bitcoind')).toMatchObject({ ok: false, hint: expect.stringMatching(/./) });
  });

  test('default: the versions that the epoch needs', async () => {
    const { item } = await doctor(bare);
    const needed = 'needs bitcoind 27 or later, and stacks-node and stacks-signer 4.0.1 or a later 4.0, both of one release';
    expect(item('native', 'versions')).toEqual({ item: 'versions', ok: true, text: `epoch 4.0 ${needed}` });
    const older = await doctor({ ...bare, DEVNET_EPOCH: '3.4' });
    expect(older.item('native', 'versions')).toMatchObject({ text: `epoch 3.4 ${needed}` });
  });

  test('error: up fails with the same reasons', async () => {
    // The engine looks for programs in the environment of its process.
    await using running = child(['up', '--engine', 'native', '--ports', 'auto'], bare);
    const { status, stdout, stderr } = await running.ended;
    expect({ status, stdout }).toEqual({ status: 6, stdout: '' });
    expect(stderr).toMatch(/^error: bitcoind was not found: .*; stacks-node was not found: .*; stacks-signer was not found: .*\nhint: ./);
  });

  test('default: programs by flag, by the plain variables and by ours', async () => {
    const env = {
      ...bare,
      STACKS_NODE: program('stacks-node', 'stacks-node 4.0.2 (1efa4a9bf6)'),
      DEVNET_BINARIES_STACKS_SIGNER: program('stacks-signer', 'stacks-signer 4.0.3 (1efa4a9bf6)'),
    };
    const { item } = await doctor(env, '--binaries-bitcoind', program('knots', 'Bitcoin Knots daemon version v29.5.0.knots20260508'));
    expect(item('native', 'bitcoind')).toEqual({
      item: 'bitcoind',
      ok: true,
      text: `29.5.0.knots20260508 (Knots), ${path.join(home.path, 'knots')}`,
    });
    expect(item('native', 'stacks-node')).toMatchObject({ ok: true, text: `4.0.2, ${env.STACKS_NODE}` });
    expect(item('native', 'versions')).toMatchObject({
      ok: false,
      text: 'stacks-node is version 4.0.2 and stacks-signer 4.0.3: they must be the same',
    });
  });
});

describe('docker', () => {
  const socket = path.join(home.path, 'docker.sock');
  let words = '';
  const server = createServer((_, response) => response.end(words));
  beforeAll(() => new Promise<void>((resolve) => server.listen(socket, resolve)));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  test('error: an open API of a Swarm manager, by DOCKER_HOST and behind the socket', async () => {
    const version = JSON.stringify({ Version: '29.0.0', Os: 'linux', Arch: 'amd64' });
    const info = (swarm: object) => JSON.stringify({ Swarm: swarm });
    let swarm: object = { ControlAvailable: true, NodeID: 'n1', NodeAddr: '127.0.0.1' };
    const manager = createServer(({ url }, response) => response.end(url === '/info' ? info(swarm) : version));
    await new Promise<void>((resolve) => manager.listen(0, '127.0.0.1', resolve));
    const { port } = manager.address() as AddressInfo;
    const swarmOf = async (DOCKER_HOST: string) => (await doctor({ ...bare, DOCKER_HOST }, '--engine', 'docker')).item('docker', 'swarm');
    expect(await swarmOf(`tcp://127.0.0.1:${port}`)).toEqual({
      item: 'swarm',
      ok: false,
      text: `the manager's API is open at tcp://127.0.0.1:${port}: everyone who reaches it controls all machines of the Swarm`,
      hint: expect.stringContaining('Remove tcp:// from the hosts of dockerd'),
    });
    swarm = { ControlAvailable: false };
    expect(await swarmOf(`tcp://127.0.0.1:${port}`)).toBeUndefined();
    await new Promise((resolve) => manager.close(resolve));
    const file = path.join(home.path, 'manager.sock');
    swarm = { ControlAvailable: true, NodeID: 'n1', NodeAddr: '' };
    const local = createServer(({ url }, response) => response.end(url === '/info' ? info(swarm) : version));
    await new Promise<void>((resolve) => local.listen(file, resolve));
    expect(await swarmOf(`unix://${file}`)).toEqual({ item: 'swarm', ok: true, text: 'this engine is a manager, node n1' });
    await new Promise((resolve) => local.close(resolve));
  });

  const engine = async (DOCKER_HOST: string) => (await doctor({ ...bare, DOCKER_HOST })).item('docker', 'engine');

  test('default: an engine answers', async () => {
    words = JSON.stringify({ Version: '28.5.1', Os: 'linux', Arch: 'arm64' });
    expect(await engine(`unix://${socket}`)).toEqual({
      item: 'engine',
      ok: true,
      text: `28.5.1 (linux/arm64), DOCKER_HOST unix://${socket}`,
    });
  });

  test('behavior: warns about an image for another platform', async () => {
    // Serves as the answer about the engine and about the image.
    words = JSON.stringify({ Version: '28.5.1', Os: 'linux', Arch: 'arm64', Id: 'sha256:aa', Architecture: 'amd64' });
    const name = 'somebody/bitcoind:29';
    const { item } = await doctor({ ...bare, DOCKER_HOST: `unix://${socket}`, DEVNET_IMAGES_BITCOIND: name });
    expect(item('docker', 'versions')).toMatchObject({ ok: true, text: expect.stringMatching(/^epoch 4.0 needs bitcoind/) });
    expect(item('docker', 'bitcoind')).toEqual({
      item: 'bitcoind',
      ok: true,
      text: `${name} is for linux/amd64, which this engine (linux/arm64) can at best emulate, the first start reads its version`,
      hint: `docker pull --platform linux/arm64 ${name}`,
    });
  });

  test('error: something else answers', async () => {
    words = '[]';
    expect(await engine(`unix://${socket}`)).toMatchObject({
      ok: false,
      text: expect.stringMatching(/it answers, but is no container engine$/),
    });
  });

  test.each([
    ['unix:///nowhere/docker.sock', /does not exist$/],
    ['tcp://127.0.0.1:1', /connection refused$/],
    ['carrier-pigeon', /expected unix:\/\/PATH or tcp:\/\/HOST:PORT$/],
  ])('error: %s', async (host, text) => {
    expect(await engine(host)).toMatchObject({ ok: false, text: expect.stringMatching(text), hint: expect.stringMatching(/./) });
  });
});
