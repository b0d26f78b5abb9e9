import { appendFileSync, cpSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { child, emptyHome } from './child.js';
import { inProcess } from './in-process.js';

test('default: exec and connectDevnet use a network of the pool unchanged', async () => {
  using home = emptyHome();
  await using pool = child(['pool', '--port', '0', '--size', '2', '--json'], home.env);
  const { url } = JSON.parse(await pool.line(/ready/));
  const env = { ...home.env, DEVNET_POOL: url };
  const code = `
    const { connectDevnet } = await import(${JSON.stringify(path.resolve(import.meta.dirname, '../../bundle/index.mjs'))});
    const devnet = await connectDevnet();
    await devnet.stacks.mine(2);
    const { networks } = await (await fetch('${url}/networks')).json();
    console.log(JSON.stringify({ gateways: networks.map(({ urls }) => urls.gateway), url: process.env.DEVNET_URL }));
    await devnet.close();`;
  const words = ['exec', '--log-level', 'error', '--', process.execPath, '--input-type=module', '-e', code];
  const { status, stdout, stderr } = await child(words, env).ended;
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { gateways, url: own } = JSON.parse(stdout);
  expect(gateways).toEqual([own]);
  const after = await (await fetch(`${url}/networks`)).json();
  expect(after).toMatchObject({ networks: [], counts: { ended: { closed: 1, expired: 0 } } });
  pool.process.kill('SIGTERM');
  expect(await pool.ended).toMatchObject({ status: 0 });
});

test('behavior: a Clarinet project that pool and suite share', async () => {
  using home = emptyHome();
  const project = (name: string): string => {
    const folder = path.join(home.path, name);
    cpSync(path.resolve(import.meta.dirname, '../examples/clarinet'), folder, { recursive: true });
    return folder;
  };
  const [here, same, other] = [project('here'), project('same'), project('other')];
  appendFileSync(path.join(other, 'contracts/counter.clar'), '\n(define-read-only (more) u8)\n');
  await using pool = child(['pool', '--port', '0', '--size', '2', '--json'], home.env, { cwd: here });
  const { url } = JSON.parse(await pool.line(/ready/));
  const run = (cwd: string) => child(['exec', '--pool', url, '--', 'true'], home.env, { cwd }).ended;
  expect(await run(same)).toMatchObject({ status: 0 });
  expect(await run(other)).toMatchObject({
    status: 6,
    stderr: expect.stringContaining('project: the networks of this pool have another one'),
  });
});

test('error: numbers out of range, an engine that a pool does not run, up with a pool', async () => {
  using home = emptyHome();
  const run = (args: string[]) => inProcess(args, home.env);
  expect(await run(['pool', '--size', '0'])).toEqual({
    status: 2,
    stdout: '',
    stderr: 'error: --size: expected a whole number from 1 to 10000, received "0"',
  });
  expect(await run(['pool', '--quota', 'web=many'])).toMatchObject({ status: 2, stderr: expect.stringContaining('--quota: expected') });
  const external = ['--engine', 'external', '--external-bitcoin-rpc', 'http://x', '--external-stacks-rpc', 'http://x'];
  expect(await run(['pool', ...external])).toMatchObject({ status: 6, stderr: expect.stringContaining('engine: a pool starts') });
  expect(await run(['pool', '--dap', '0'])).toMatchObject({ status: 2, stderr: expect.stringContaining('dap: expected nothing, because') });
  expect(await run(['up', '--pool', 'http://127.0.0.1:1'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('pool: expected no pool, because up starts a network of its own'),
  });
});
