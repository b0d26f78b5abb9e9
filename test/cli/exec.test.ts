import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { child, emptyHome } from './child.js';
import { silentNode } from './silent-node.js';

const script = (code: string) => ['--', process.execPath, '--input-type=module', '-e', code];

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

test('default: the command gets the URLs in its environment, and exec exits with its status', async () => {
  using home = emptyHome();
  const code = `
    const { DEVNET_URL, DEVNET_STACKS_URL, DEVNET_BITCOIN_URL } = process.env;
    const { ready } = await (await fetch(DEVNET_URL + '/ready')).json();
    console.log(JSON.stringify({ ready, urls: [DEVNET_URL, DEVNET_STACKS_URL, DEVNET_BITCOIN_URL] }));
    process.exit(7);`;
  const { status, stdout } = await child(['exec', '--log-level', 'error', ...script(code)], home.env).ended;
  expect(status).toBe(7);
  const { ready, urls } = JSON.parse(stdout);
  expect(ready).toBe(true);
  expect(urls[2]).toMatch(/^http:\/\/devnet:devnet@127\.0\.0\.1:\d+$/);
  expect(await Promise.all(urls.map((url: string) => answers(url.replace('devnet:devnet@', ''))))).toEqual([false, false, false]);
  expect(readdirSync(home.path).filter((name) => name !== 'tmp')).toEqual([]);
});

test('behavior: flags after -- are the command’s own', async () => {
  using home = emptyHome();
  const words = [process.execPath, '-p', 'process.argv.slice(1).join()', '--', '--json', '-f'];
  const { status, stdout } = await child(['exec', '--', ...words], home.env).ended;
  expect({ status, stdout }).toEqual({ status: 0, stdout: '--json,-f' });
});

test('behavior: a command that a signal ends results in 128 + n', async () => {
  using home = emptyHome();
  expect(await child(['exec', ...script("process.kill(process.pid, 'SIGKILL')")], home.env).ended).toMatchObject({ status: 137 });
});

test('behavior: a signal is passed on; the command decides when it ends', async () => {
  using home = emptyHome();
  const code = "process.on('SIGTERM', () => process.exit(3)); console.log('runs'); setInterval(() => {}, 1000);";
  await using running = child(['exec', ...script(code)], home.env);
  await running.line(/runs/);
  running.process.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ status: 3, signal: null });
});

test('behavior: stopped during the boot, exec fails and never runs the command', async () => {
  using home = emptyHome();
  await using node = await silentNode();
  await using running = child(['exec', '--boot-contracts', node.url, ...script("console.log('runs')")], home.env);
  await node.asked;
  running.process.kill('SIGINT');
  expect(await running.ended).toMatchObject({ status: 130, stdout: '' });
});

test.each([
  ['that does not exist', 127, '/nowhere/program', 'no such program'],
  ['that is not on PATH', 127, 'no-such-program-anywhere', 'no such program'],
  ['that is a folder', 126, import.meta.dirname, 'it is not executable'],
  ['that is not executable', 126, import.meta.filename, 'it is not executable'],
])('error: a command %s', async (_, expected, file, message) => {
  using home = emptyHome();
  // With its default log level, a network would report the steps of its boot.
  const { status, stderr } = await child(['exec', '--', file], home.env).ended;
  expect({ status, stderr }).toEqual({ status: expected, stderr: `error: ${file} cannot be run: ${message}` });
});
