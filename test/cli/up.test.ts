import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { child, emptyHome, main } from './child.js';
import { inProcess } from './in-process.js';
import { silentNode } from './silent-node.js';

const wallet = { stx: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG', btc: 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG' };
const root = path.resolve(import.meta.dirname, '../..');

/** Whether a URL answers. */
async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
/** Returns the files in a home directory, including its state and temporary folders. */
function left(home: string): string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name);
}
/** The URLs of `up`'s summary or first JSON line; the page is at that of the gateway. */
function urlsOf(lines: string[]): string[] {
  return [...new Set(lines.flatMap((line) => line.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? []))];
}

describe('up', () => {
  test('default: every command finds it, and Ctrl-C stops it and cleans up', async () => {
    using home = emptyHome();
    await using up = child(['--ports', 'auto'], home.env);
    await up.line(/^bitcoin +http/);
    expect(up.stdout[0]).toMatch(/^ready in \d+ ms$/);
    const urls = urlsOf(up.stdout);
    expect(urls).toHaveLength(3);

    const json = async (...args: string[]) => {
      const { status, stdout, stderr } = await inProcess([...args, '--json'], home.env);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return JSON.parse(stdout);
    };
    const before = await json('status');
    expect(before).toMatchObject({ engine: 'embedded', ready: true, epoch: '4.0', cycle: { phase: 'reward' }, urls: { gateway: urls[0] } });
    expect((await json('accounts')).accounts.map(({ name }: { name: string }) => name)).toEqual([
      'deployer',
      ...Array.from({ length: 8 }, (_, n) => `wallet_${n + 1}`),
    ]);
    for (const coin of ['stx', 'sbtc']) {
      expect(await json('faucet', coin, wallet.stx)).toMatchObject({ success: true, block: { height: expect.any(Number) } });
    }
    expect(await json('faucet', 'btc', wallet.btc, '--no-wait')).toMatchObject({
      success: true,
      txId: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const mined = await json('mine', '2');
    expect(mined.bitcoin.hashes).toHaveLength(2);
    expect(await json('mine', '--stacks')).toMatchObject({ stacks: { height: mined.stacks.height + 1 } });

    expect(await inProcess(['status'], home.env)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`bitcoin  block ${mined.bitcoin.height}`),
    });
    expect(await inProcess(['accounts'], home.env)).toMatchObject({ status: 0, stdout: expect.stringContaining('100000000 STX') });
    expect(await inProcess(['mine'], home.env)).toMatchObject({ status: 0, stdout: expect.stringContaining('mined 1 Bitcoin block: ') });
    expect(await inProcess(['faucet', 'btc', wallet.btc], home.env)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^paid muYd.* in Bitcoin block \d+$/),
    });
    expect(await inProcess(['faucet', 'btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'], home.env)).toMatchObject({ status: 2 });
    await up.line(new RegExp(`^[0-9:]{8} bitcoin {2}block ${mined.bitcoin.height} `));

    up.process.kill('SIGINT');
    expect(await up.ended).toMatchObject({ status: 0, signal: null });
    expect(await Promise.all(urls.map(answers))).toEqual([false, false, false]);
    expect(left(home.path)).toEqual([]);
  });

  test('behavior: --json prints one object per line, first the status; an empty home gets the boot image', async () => {
    using home = emptyHome();
    const { DEVNET_CACHE_DIR: _, ...env } = home.env;
    await using up = child(['up', '--ports', 'auto', '--json', '--mining-bitcoin', 'manual', '--accounts-count', '1'], env);
    const status = JSON.parse(await up.line(/./));
    expect(status).toMatchObject({ engine: 'embedded', ready: true, bitcoin: { mode: 'manual' }, stacks: { mode: 'auto' } });
    await inProcess(['mine', '--url', status.urls.gateway], home.env);
    await up.line(/"stacks.block"/);
    up.process.kill('SIGTERM');
    const { status: exit, stdout } = await up.ended;
    expect(exit).toBe(0);
    const [, ...events] = stdout.split('\n').map((line) => JSON.parse(line));
    expect(events.map(({ type }) => type)).toContain('bitcoin.block');
    expect(readdirSync(path.join(home.path, '.cache', 'stacks-devnet'))).not.toEqual([]);
  });

  test('behavior: uses the configuration file', async () => {
    using home = emptyHome();
    writeFileSync(
      path.join(home.path, 'devnet.config.mjs'),
      "export default { ports: 'auto', faucet: { btc: { enabled: false } }, logLevel: 'warn' }",
    );
    await using up = child([], home.env);
    await up.line(/^bitcoin +http/);
    expect(up.stderr).toEqual([]);
    expect(await inProcess(['faucet', 'btc', wallet.btc], home.env)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('not fully configured'),
    });
  });

  test('behavior: boots without writable directories, with warnings', async () => {
    using home = emptyHome();
    const file = path.join(home.path, 'file');
    writeFileSync(file, '');
    const env = {
      ...home.env,
      DEVNET_CACHE_DIR: path.join(file, 'cache'),
      XDG_STATE_HOME: path.join(file, 'state'),
      TMPDIR: path.join(file, 'tmp'),
    };
    // Not the default accounts: the package has what their start needs.
    await using up = child(['--ports', 'auto', '--accounts-count', '3'], env);
    await up.line(/^bitcoin +http/);
    up.process.kill('SIGINT');
    const { status, stderr } = await up.ended;
    expect(status).toBe(0);
    expect(stderr.split('\n').filter((line) => line.startsWith('warning:'))).toEqual([
      expect.stringContaining(path.join(file, 'cache')),
      expect.stringMatching(/^warning: the state of this run cannot be written in .*ENOTDIR.* Other commands need --url http:/),
    ]);
  });

  test('error: an unreadable file of API keys', async () => {
    using home = emptyHome();
    const file = path.join(home.path, 'keys.json');
    writeFileSync(file, '{"keys":');
    const args = ['--ports', 'auto', '--rate-limit', 'standard', '--api-keys-file', file];
    const { status, stdout, stderr } = await child(args, home.env).ended;
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^error: apiKeys\.file: expected a file of API keys/m);
    expect(left(home.path)).toEqual(['keys.json']);
  });

  test.each(['gateway', 'stacks'])('error: the %s port is in use', async (name) => {
    using home = emptyHome();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { status, stdout, stderr } = await child(['--ports', 'auto', `--ports-${name}`, String(port)], home.env).ended;
    server.close();
    expect({ status, stdout }).toEqual({ status: 4, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^error: .*${port}.*${process.pid}`, 'm'));
    expect(left(home.path)).toEqual([]);
  });

  test('behavior: Ctrl-C during the boot is no error and cleans up', async () => {
    using home = emptyHome();
    await using node = await silentNode();
    await using up = child(['--ports', 'auto', '--boot-contracts', node.url], home.env);
    await node.asked;
    up.process.kill('SIGINT');
    expect(await up.ended).toMatchObject({ status: 0, stdout: '' });
    expect(left(home.path)).toEqual([]);
  });

  const pty = spawnSync('script', ['--version'], { encoding: 'utf8' });
  test.skipIf(!pty.stdout?.includes('util-linux')).each([
    ['once', '\x03'],
    ['twice, in haste', '\x03\x03'],
  ])('behavior: Ctrl-C %s in a terminal is no error and cleans up', async (_, keys) => {
    using home = emptyHome();
    const command = `exec '${process.execPath}' '${main}' --ports auto`;
    const run = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { env: home.env, cwd: home.path });
    const ended = once(run, 'close');
    let shown = '';
    run.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
    });
    await expect.poll(() => shown).toMatch(/^bitcoin +http/m);
    const urls = urlsOf(shown.split('\n'));
    run.stdin.write(keys);
    expect(await ended).toEqual([0, null]);
    expect(await Promise.all(urls.map(answers))).toEqual([false, false, false]);
    expect(left(home.path)).toEqual([]);
  });

  test('behavior: ends when npm is killed', async () => {
    using home = emptyHome();
    await using npm = child([], home.env, { program: ['npm', 'run', '--silent', 'devnet', '--', '--ports', 'auto'], cwd: root });
    await npm.line(/^bitcoin +http/);
    const urls = urlsOf(npm.stdout);
    expect(await Promise.all(urls.map(answers))).toEqual([true, true, true]);
    npm.process.kill('SIGKILL');
    await npm.ended; // The output ends when the last process that inherited it has ended.
    expect(await Promise.all(urls.map(answers))).toEqual([false, false, false]);
    expect(left(home.path).filter((name) => !name.endsWith('.log') && !name.startsWith('_'))).toEqual([]);
  });
});
