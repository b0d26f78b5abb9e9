import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { answers, environment, folder, get, isWindows, main, type Running, run, runtime, start, startUp } from './program.js';

const address = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

let home: ReturnType<typeof folder>;
let up: Running & { url: string };
before(async () => {
  home = folder();
  up = await startUp(home.path);
});
after(async () => {
  await up[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

/** Runs a command on the shared network. @throws AssertionError if it fails */
async function command(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run([...args, '--url', up.url], home.path);
  assert.equal(status, 0, stderr);
  return stdout;
}

/** Resolves when nothing serves the URL. */
async function gone(url: string): Promise<void> {
  for (const deadline = Date.now() + 15_000; await answers(url); ) {
    assert.ok(Date.now() < deadline, `${url} answers`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('command line: --version', async () => {
  assert.match((await run(['--version'], home.path)).stdout, /^\d+\.\d+\.\d+$/);
});

test('command line: --help lists the commands', async () => {
  assert.match((await run(['--help'], home.path)).stdout, /faucet/);
});

test('command line: an unknown command exits with 2', async () => {
  const { status, stderr } = await run(['minee'], home.path);
  assert.equal(status, 2);
  assert.match(stderr, /mine/);
});

test('command line: an unknown setting names the nearest one', async () => {
  const { status, stderr } = await run(['up', '--epohc', '3.4'], home.path);
  assert.equal(status, 2);
  assert.match(stderr, /--epoch/);
});

test('command line: status', async () => {
  assert.equal(JSON.parse(await command('status', '--json')).ready, true);
});

test('command line: accounts', async () => {
  assert.match(await command('accounts'), /wallet_1/);
});

test('command line: env', async () => {
  assert.ok((await command('env')).includes(up.url));
});

test('command line: faucet stx', async () => {
  assert.match(await command('faucet', 'stx', address), /block/i);
});

test('command line: faucet btc', async () => {
  assert.match(await command('faucet', 'btc', 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG'), /block/i);
});

test('command line: mine', async () => {
  const before = JSON.parse(await command('status', '--json')).bitcoin.height;
  await command('mine', '3');
  assert.equal(JSON.parse(await command('status', '--json')).bitcoin.height, before + 3);
});

test('command line: deploy, call and read a contract of a file with CRLF', async () => {
  const file = path.join(home.path, 'the-counter.clar');
  writeFileSync(
    file,
    '(define-data-var n uint u0)\r\n(define-public (add) (ok (var-set n u4)))\r\n(define-read-only (get-n) (var-get n))\r\n',
  );
  await command('deploy', file);
  await command('call', 'the-counter', 'add');
  assert.equal(await command('read', 'the-counter', 'get-n'), 'u4');
});

test('command line: snapshot save and restore', async () => {
  await command('snapshot', 'save', 'clean');
  await command('mine');
  await command('snapshot', 'restore', 'clean');
  assert.match(await command('snapshot', 'list'), /clean/);
});

test('command line: the devnet of this user is found without its URL', async () => {
  const { status, stdout, stderr } = await run(['status', '--json'], home.path);
  assert.equal(status, 0, stderr);
  assert.equal(JSON.parse(stdout).urls.gateway, up.url);
});

test('command line: a port in use exits with 4', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  try {
    const { status, stderr } = await run(['up', '--ports', 'auto', '--ports-gateway', String(port)], home.path);
    assert.equal(status, 4, stderr);
    assert.match(stderr, new RegExp(String(port)));
  } finally {
    server.close();
  }
});

test('command line: without a devnet, commands exit with 3', async () => {
  const { status } = await run(['status', '--url', 'http://127.0.0.1:9'], home.path);
  assert.equal(status, 3);
});

test('command line: doctor finds what the embedded engine needs', async () => {
  const { status, stdout } = await run(['doctor', '--engine', 'embedded'], home.path);
  assert.equal(status, 0, stdout);
  // Where CI is set, the line of an engine that is ready is its only one.
  assert.match(stdout, /^embedded: ready/);
});

test('command line: exec runs a program with the URLs', async () => {
  const script = path.join(home.path, 'print url.cjs');
  writeFileSync(script, "console.log(process.env.DEVNET_URL, process.argv.slice(2).join('|'));");
  const words = ['exec', '--log-level', 'error', '--', ...runtime, script, 'two words', 'a&b', '100%', '"quoted"'];
  const { status, stdout, stderr } = await run(words, home.path);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^http:\/\/127\.0\.0\.1:\d+ two words\|a&b\|100%\|"quoted"$/);
});

test('command line: exec keeps the exit status of its command', async () => {
  const script = path.join(home.path, 'seven.cjs');
  writeFileSync(script, 'process.exit(7);');
  assert.equal((await run(['exec', '--log-level', 'error', '--', ...runtime, script], home.path)).status, 7);
});

test('command line: exec of a missing program exits with 127', async () => {
  assert.equal((await run(['exec', '--log-level', 'error', '--', 'no-such-program-here'], home.path)).status, 127);
});

test('command line: init writes a configuration', async () => {
  using empty = folder();
  writeFileSync(path.join(empty.path, 'package.json'), '{ "name": "mine", "type": "module" }\r\n');
  const { status, stderr } = await run(['init'], home.path, { cwd: empty.path });
  assert.equal(status, 0, stderr);
  assert.ok(readdirSync(empty.path).some((name) => name.startsWith('devnet.config')));
});

test('command line: up --state continues where the last run ended', async () => {
  using work = folder();
  const file = path.join(work.path, 'a state');
  const heights: number[] = [];
  for (const _ of [1, 2]) {
    await using run1 = await startUp(work.path, ['--state', file]);
    heights.push(JSON.parse((await get(`${run1.url}/devnet/v1/status`)).text).bitcoin.height);
    assert.equal((await run(['mine', '4', '--url', run1.url], work.path)).status, 0);
    assert.equal((await run(['down', '--url', run1.url], work.path)).status, 0);
    assert.equal((await run1.ended).status, 0);
  }
  assert.equal(heights[1], (heights[0] ?? 0) + 4);
});

test('command line: up --detach returns when the network is ready, and down stops it', async () => {
  using work = folder();
  const made = await run(['up', '--detach', '--ports', 'auto', '--json'], work.path);
  assert.equal(made.status, 0, made.stderr);
  const url: string = JSON.parse(made.stdout.split('\n')[0] ?? '').urls.gateway;
  assert.equal(await answers(url), true);
  const ended = await run(['down'], work.path);
  assert.equal(ended.status, 0, ended.stderr);
  await gone(url);
  assert.match((await run(['down'], work.path)).stdout, /no devnet runs/);
});

test('command line: down leaves no temporary folder', async () => {
  using work = folder();
  const temporary = path.join(work.path, 'tmp');
  mkdirSync(temporary);
  const env = { TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  await using network = await startUp(work.path, [], { env });
  const ended = await run(['down', '--url', network.url], work.path, { env });
  assert.equal(ended.status, 0, ended.stderr);
  assert.equal((await network.ended).status, 0);
  assert.deepEqual(readdirSync(temporary), []);
});

test('command line: the network of a killed up is no longer found', async () => {
  using work = folder();
  await using network = await startUp(work.path);
  // On Windows this is what `taskkill /F` does.
  network.process.kill('SIGKILL');
  await network.ended;
  await gone(network.url);
  assert.equal((await run(['status'], work.path, { env: { DEVNET_URL: '' } })).status, 3);
  await using next = await startUp(work.path, ['--ports-gateway', new URL(network.url).port]);
  assert.equal(new URL(next.url).port, new URL(network.url).port);
});

test('command line: up ends when its parent is killed', async () => {
  using work = folder();
  const script = path.join(work.path, 'parent.cjs');
  const program = JSON.stringify([...runtime, main, 'up', '--ports', 'auto', '--json']);
  writeFileSync(
    script,
    `const [file, ...args] = ${program};
     const up = require('node:child_process').spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] });
     up.stdout.once('data', (line) => {
       require('node:fs').writeFileSync('url', JSON.parse(String(line).split('\\n')[0]).urls.gateway);
       process.kill(process.pid, 'SIGKILL');
     });`,
  );
  const [file = '', ...args] = runtime;
  const parent = spawn(file, [...args, script], { cwd: work.path, env: environment(work.path), stdio: 'ignore' });
  await once(parent, 'exit');
  await gone(readFileSync(path.join(work.path, 'url'), 'utf8'));
});

const noCtrlC = isWindows ? 'a process of Windows cannot send Ctrl-C to another' : 'deno' in process.versions && 'Deno ends at once';

test('command line: Ctrl-C stops up with status 0', { skip: noCtrlC }, async () => {
  using work = folder();
  await using network = await startUp(work.path);
  network.process.kill('SIGINT');
  assert.equal((await network.ended).status, 0);
  assert.equal(await answers(network.url), false);
});

test('command line: Windows starts programs by their .cmd', { skip: !isWindows && 'only Windows has .cmd' }, async () => {
  writeFileSync(path.join(home.path, 'tool.cmd'), '@echo off\r\necho %DEVNET_URL% %1\r\nexit /b 5\r\n');
  const { status, stdout } = await run(['exec', '--log-level', 'error', '--', 'tool', 'first'], home.path, { env: { PATH: home.path } });
  assert.match(stdout, /^http:\/\/127\.0\.0\.1:\d+ "?first"?/);
  assert.equal(status, 5);
});

test('command line: Windows refuses the native engine in a sentence', { skip: !isWindows && 'only Windows lacks it' }, async () => {
  const { status, stderr } = await run(['up', '--engine', 'native', '--ports', 'auto'], home.path);
  assert.equal(status, 6, stderr);
  assert.match(stderr, /native engine.*Windows/);
});

test('command line: doctor names what Windows lacks', { skip: !isWindows && 'only Windows lacks it' }, async () => {
  const { status, stdout } = await run(['doctor', '--engine', 'native'], home.path);
  assert.notEqual(status, 0);
  assert.match(stdout, /Windows/);
});

test('command line: doctor prints commands of Windows', { skip: !isWindows && 'other systems have other commands' }, async () => {
  const { stdout } = await run(['doctor', '--json'], home.path);
  assert.match(stdout, /winget install|Docker Desktop/);
  assert.match(stdout, /set DEVNET_EXTERNAL_STACKS_RPC=/);
  assert.doesNotMatch(stdout, /sudo|export |\/var\/run/);
});

test('command line: node bitcoin runs alone', async () => {
  await using node = start(['node', 'bitcoin', '--port', '0', '--json'], home.path);
  assert.match(await node.line(/127\.0\.0\.1/), /\d+/);
});

test('command line: logs prints the log of the devnet', async () => {
  assert.notEqual(await command('logs'), '');
});
