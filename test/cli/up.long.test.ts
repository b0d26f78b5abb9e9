import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { child, emptyHome, main } from './child.js';
import { inProcess } from './in-process.js';
import { answers, left, urlsOf } from './leftovers.js';

const root = path.resolve(import.meta.dirname, '../..');

describe('up', () => {
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
