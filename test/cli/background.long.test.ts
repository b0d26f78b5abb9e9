import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeFolder } from '#dist/platform/node/code/folder.js';
import { freePorts } from '../free-ports.js';
import { child, emptyHome, ownCommandOf } from './child.js';
import { inProcess } from './in-process.js';
import { silentNode } from './silent-node.js';

const stateOf = (home: string) => path.join(home, '.local', 'state', 'stacks-devnet');
const wallet = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

/** Starts an `up --detach`, and stops its network at the end of the scope. */
async function detached(env: NodeJS.ProcessEnv, ...flags: string[]) {
  const { status, stdout, stderr } = await child(['up', '--detach', '--ports', 'auto', '--json', ...flags], env).ended;
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
  const { urls } = JSON.parse(stdout);
  return {
    url: String(urls.gateway),
    async [Symbol.asyncDispose]() {
      await inProcess(['down', '--all'], env);
    },
  };
}

test('default: up --detach returns when the network is ready; it runs until down', async () => {
  using home = emptyHome();
  await using devnet = await detached(home.env);
  const command = async (...args: string[]) => {
    const { status, stdout, stderr } = await inProcess(args, home.env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };
  expect(JSON.parse(await command('status', '--json'))).toMatchObject({ ready: true, urls: { gateway: devnet.url } });
  await command('mine', '2');
  // The log is written while the answer is sent.
  await expect.poll(() => command('logs')).toContain('"type":"bitcoin.block"');
  expect((await command('logs', '--lines', '1')).split('\n')).toHaveLength(1);

  expect(await command('snapshot', 'save', 'clean')).toMatch(/^saved s\d+ {2}clean {2}/);
  const { txId } = JSON.parse(await command('faucet', 'stx', wallet, '--json'));
  expect(await command('wait', txId)).toMatch(/^0x[0-9a-f]{64}: success \(ok true\), in Stacks block \d+$/);
  expect(JSON.parse(await command('wait', txId, '--chain', 'stacks', '--json'))).toMatchObject({ txid: txId, status: 'success' });
  await command('snapshot', 'restore', 'clean');
  expect(await inProcess(['wait', txId, '--timeout', '0.1'], home.env)).toMatchObject({
    status: 5,
    stderr: expect.stringContaining('last seen: never seen'),
  });
  expect(await command('snapshot', 'list')).toMatch(/^s\d+ {2}clean {2}/);
  await command('snapshot', 'rm', 'clean');
  expect(await inProcess(['snapshot', 'restore', 'clean'], home.env)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('clean: no such snapshot'),
  });

  expect(await command('down')).toContain(`stopped the devnet at ${devnet.url}`);
  expect(await command('down')).toBe('no devnet runs');
  expect(await inProcess(['status', '--url', devnet.url], home.env)).toMatchObject({ status: 3 });
  expect(readdirSync(path.join(stateOf(home.path), 'runs'))).toEqual([]);
  expect(JSON.parse(await command('clean', '--keep-cache', '--json')).removed).toMatchObject([{ what: 'a log' }]);
  expect(await command('clean', '--keep-cache')).toBe('nothing to remove');
});

test('behavior: logs --follow prints new lines, and ends with the run', async () => {
  using home = emptyHome();
  await using devnet = await detached(home.env);
  await using logs = child(['logs', '--follow', '--url', devnet.url], home.env);
  await logs.line(/"ready":true/);
  await inProcess(['mine'], home.env);
  await logs.line(/"type":"bitcoin.block"/);
  await inProcess(['down'], home.env);
  expect(await logs.ended).toMatchObject({ status: 0, stderr: '' });
});

test('behavior: down stops only the devnet that --url names', async () => {
  using home = emptyHome();
  await using first = await detached(home.env);
  await using second = await detached(home.env);
  expect(await inProcess(['down', '--url', first.url], home.env)).toMatchObject({ status: 0, stdout: expect.stringContaining(first.url) });
  expect(await inProcess(['status'], home.env)).toMatchObject({ status: 0, stdout: expect.stringContaining(second.url) });
  expect(await inProcess(['down', '--url', first.url], home.env)).toMatchObject({ status: 0, stdout: 'no devnet runs' });
});

test.each<[string, NodeJS.Signals[]]>([
  ['runs', []],
  ['stops', ['SIGTERM']],
])('behavior: killed while it %s, the next up works on the same ports, and down has nothing to do', async (_, before) => {
  using home = emptyHome();
  const [gateway, stacks, bitcoin] = await freePorts(3);
  const ports = ['--ports-gateway', `${gateway}`, '--ports-stacks', `${stacks}`, '--ports-bitcoin', `${bitcoin}`];
  await using dead = child([...ports, '--json'], home.env);
  const { urls } = JSON.parse(await dead.line(/"ready"/));
  const payment = inProcess(['faucet', 'btc', 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG', '--url', urls.gateway], home.env);
  for (const signal of [...before, 'SIGKILL'] as const) dead.process.kill(signal);
  expect(await dead.ended).toMatchObject({ signal: 'SIGKILL' });
  await payment;
  expect(await inProcess(['down'], home.env)).toMatchObject({ status: 0, stdout: 'no devnet runs' });
  expect(readdirSync(path.join(stateOf(home.path), 'runs'))).toEqual([]);
  await using again = await detached(home.env, ...ports);
  expect(again.url).toBe(urls.gateway);
});

test('behavior: after a kill during the boot, the next up works', async () => {
  using home = emptyHome();
  const env = { ...home.env, DEVNET_CACHE_DIR: path.join(home.path, 'cache') };
  for (let run = 0; run < 2; run++) {
    await using node = await silentNode();
    await using up = child(['--ports', 'auto', '--boot-contracts', node.url], env);
    await node.asked;
    up.process.kill('SIGKILL');
    await up.ended;
  }
  await using devnet = await detached(env);
  expect(await inProcess(['status', '--url', devnet.url], env)).toMatchObject({ status: 0 });
});

test('behavior: an unreadable state file is removed', async () => {
  using home = emptyHome();
  const runs = path.join(stateOf(home.path), 'runs');
  mkdirSync(runs, { recursive: true });
  for (const [name, text] of Object.entries({ 'a.json': '{"pid":', 'b.json': '[]', 'c.json': '\0'.repeat(100) })) {
    writeFileSync(path.join(runs, name), text);
  }
  await using devnet = await detached(home.env);
  expect(await inProcess(['status'], home.env)).toMatchObject({ status: 0, stdout: expect.stringContaining(devnet.url) });
  expect(readdirSync(runs)).toHaveLength(1);
});

describe('a home that cannot be written', () => {
  /** A file in the way: that stops root, too. */
  function readOnlyHome() {
    const home = emptyHome();
    for (const name of ['.local', '.cache']) writeFileSync(path.join(home.path, name), '');
    return home;
  }
  const temporary = (home: string) => path.join(home, 'tmp', `stacks-devnet-${userInfo().uid}`);

  test('behavior: the state is in the temporary folder, where all commands find it', async () => {
    using home = readOnlyHome();
    const { DEVNET_CACHE_DIR: _, ...env } = home.env;
    const { status, stdout, stderr } = await child(['up', '--detach', '--ports', 'auto'], env).ended;
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
    const pid = Number(/in the background as process (\d+)$/m.exec(stdout)?.[1]);
    expect(readdirSync(path.join(temporary(home.path), 'runs'))).toEqual([`${pid}.json`]);
    expect(statSync(temporary(home.path)).mode & 0o777).toBe(0o700);
    expect(await inProcess(['status'], env)).toMatchObject({ status: 0 });
    expect(await inProcess(['logs'], env)).toMatchObject({ status: 0, stdout: expect.stringContaining('ready in') });
    expect(await inProcess(['doctor'], env)).toMatchObject({ status: 0 });
    expect(await inProcess(['down'], env)).toMatchObject({ status: 0, stdout: expect.stringContaining(`(pid ${pid})`) });
    expect(readdirSync(path.join(temporary(home.path), 'runs'))).toEqual([]);
    expect(await inProcess(['clean', '--keep-cache'], env)).toMatchObject({ status: 0, stdout: expect.stringContaining('removed a log') });
  });

  // As root, /proc looks writable.
  test.runIf(existsSync('/proc/self'))('behavior: nor takes a folder: the network starts with a warning about the cache', async () => {
    using home = emptyHome();
    const { DEVNET_CACHE_DIR: _, ...rest } = home.env;
    const env = { ...rest, HOME: '/proc/nope' };
    const { status, stderr } = await child(['up', '--detach', '--ports', 'auto'], env, { cwd: home.path }).ended;
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('error') });
    expect(await inProcess(['status'], env)).toMatchObject({ status: 0 });
    expect(await inProcess(['down'], env)).toMatchObject({ status: 0 });
  });

  test.each([
    ['that cannot be written either', (home: string) => ({ TMPDIR: path.join(home, '.local') })],
    [
      'with a folder that others can write',
      (home: string) => {
        mkdirSync(temporary(home));
        chmodSync(temporary(home), 0o777);
        return {};
      },
    ],
  ])('error: a temporary folder %s: nothing runs in the background', async (_, environment) => {
    using home = readOnlyHome();
    const env = { ...home.env, ...environment(home.path) };
    const [port = 0] = await freePorts(1);
    const { status, stdout, stderr } = await child(['up', '--detach', '--ports', 'auto', '--ports-gateway', `${port}`], env).ended;
    expect({ status, stdout }).toEqual({ status: 6, stdout: '' });
    expect(stderr).toMatch(/^error: the state of this run cannot be written in .*\.local\/state\/stacks-devnet/m);
    expect(stderr).toContain('Set XDG_STATE_HOME or TMPDIR to a folder that this user can write.');
    expect(await inProcess(['status', '--url', `http://127.0.0.1:${port}`], env)).toMatchObject({ status: 3 });
  });

  test('behavior: in the foreground the network runs all the same, with a warning', async () => {
    using home = readOnlyHome();
    await using up = child(['--ports', 'auto'], { ...home.env, TMPDIR: path.join(home.path, '.local') });
    await up.line(/^ready in/);
    up.process.kill('SIGTERM');
    const { status, stderr } = await up.ended;
    expect(status).toBe(0);
    expect(stderr).toMatch(/^warning: the state of this run cannot be written in .* Other commands need --url http:/m);
  });
});

test('error: a second up on the same port fails with the same error in the background', async () => {
  using home = emptyHome();
  await using devnet = await detached(home.env);
  const { port } = new URL(devnet.url);
  const args = ['up', '--detach', '--ports', 'auto', '--ports-gateway', port];
  const { status, stdout, stderr } = await child(args, home.env).ended;
  expect({ status, stdout }).toEqual({ status: 4, stdout: '' });
  expect(stderr).toMatch(
    new RegExp(
      `^error: Port ${port} is in use by another devnet \\(pid \\d+\\)\\. Stop it with "${ownCommandOf(home.path, 'down')}" or pass --ports auto\\.$`,
      'm',
    ),
  );
  expect(await inProcess(['status'], home.env)).toMatchObject({ status: 0, stdout: expect.stringContaining(devnet.url) });
});

test('error: an invalid configuration, in the background', async () => {
  using home = emptyHome();
  const { status, stderr } = await child(['up', '--detach', '--epoch', '9'], home.env).ended;
  expect({ status, stderr: stderr.trim() }).toEqual({
    status: 2,
    stderr:
      'error: --epoch: expected 2.1, 2.2, 2.3, 2.4, 2.5, 3.0, 3.1, 3.2, 3.3, 3.4 or 4.0 ' +
      '(in 2.0 and 2.05 the embedded VM cannot report locked amounts, and transfers would lose their memos), received "9"',
  });
});

test('error: down refuses a devnet that no up on this machine started', async () => {
  using home = emptyHome();
  const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'));
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  try {
    expect(await inProcess(['down', '--url', `http://127.0.0.1:${port}`], home.env)).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('was not started by an "up" of this user'),
    });
    expect(await inProcess(['logs'], home.env)).toMatchObject({ status: 3, stderr: expect.stringContaining('no devnet runs') });
  } finally {
    server.close();
  }
});

test('behavior: clean removes the caches and nothing else', async () => {
  using home = emptyHome();
  const cache = path.join(home.path, 'cache');
  for (const name of ['clarity-vm', 'bitcoin-chain', 'stacks-genesis', 'nakamoto', 'mine'])
    mkdirSync(path.join(cache, name), { recursive: true });
  const code = codeFolder(home.env);
  mkdirSync(code, { recursive: true });
  const { stdout } = await inProcess(['clean', '--cache-dir', cache], home.env);
  expect(stdout.split('\n')).toEqual([
    `removed memory images of the Clarity VM of earlier versions: ${path.join(cache, 'clarity-vm')}`,
    `removed Bitcoin blocks of the boot: ${path.join(cache, 'bitcoin-chain')}`,
    `removed states with which Stacks chains begin: ${path.join(cache, 'stacks-genesis')}`,
    `removed booted states of real nodes: ${path.join(cache, 'nakamoto')}`,
    `removed compiled code of this program: ${code}`,
  ]);
  expect(readdirSync(cache)).toEqual(['mine']);
});

test('behavior: a clock that jumps a year ahead and back does not disturb a network', async () => {
  using home = emptyHome();
  const jump = path.join(home.path, 'jump.mjs');
  const at = path.join(home.path, 'at');
  // Every read of the clock adds the offset in a file.
  writeFileSync(
    jump,
    `import { readFileSync } from 'node:fs';
     const now = Date.now;
     Date.now = () => { try { return now() + Number(readFileSync(${JSON.stringify(at)}, 'utf8')); } catch { return now(); } };`,
  );
  await using devnet = await detached({ ...home.env, NODE_OPTIONS: `--import=${jump}` });
  const year = 365 * 86_400_000;
  for (const offset of [year, -year, 0]) {
    writeFileSync(at, `${offset}`);
    expect(await inProcess(['mine', '2', '--url', devnet.url], home.env)).toMatchObject({ status: 0 });
    expect(await inProcess(['faucet', 'stx', wallet], home.env)).toMatchObject({ status: 0 });
  }
  expect(existsSync(at)).toBe(true);
});
