import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { child, emptyHome } from './child.js';
import { inProcess } from './in-process.js';

const UP = ['up', '--ports', 'auto', '--json', '--mining-bitcoin', 'manual', '--mining-stacks', 'manual'];

type Status = { urls: { gateway: string }; bitcoin: { height: number; hash: string }; stacks: { height: number; hash: string } };

test('default: up --state goes on where it ended; a file is saved and loaded while it runs', { timeout: 60_000 }, async () => {
  using home = emptyHome();
  const state = path.join(home.path, 'net.state');
  const saved = path.join(home.path, 'saved.state');
  const start = async (...args: string[]) => {
    const running = child([...UP, ...args], home.env);
    const status = JSON.parse(await running.line(/"ready":true/)) as Status;
    const command = async (...words: string[]) => {
      const answer = await inProcess([...words, '--url', status.urls.gateway], home.env);
      expect(answer).toMatchObject({ status: 0, stderr: '' });
      return answer.stdout;
    };
    const end = async () => {
      running.process.kill('SIGINT');
      expect(await running.ended).toMatchObject({ status: 0 });
    };
    return { status, command, end, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
  };
  const tips = ({ bitcoin, stacks }: Status) => ({ bitcoin: bitcoin.hash, stacks: stacks.hash });

  await using first = await start('--state', state);
  await first.command('mine', '2');
  expect(await first.command('snapshot', 'save', '--out', saved)).toMatch(/^wrote .*saved\.state {2}\d+ bytes$/);
  expect((await stat(saved)).mode & 0o777).toBe(0o600);
  const before = JSON.parse(await first.command('status', '--json')) as Status;
  await first.command('mine', '3');
  expect(await first.command('snapshot', 'load', saved)).toBe(`loaded ${saved}`);
  expect(tips(JSON.parse(await first.command('status', '--json')))).toEqual(tips(before));
  expect(await inProcess(['snapshot', 'save', 'name', '--out', saved, '--url', first.status.urls.gateway], home.env)).toMatchObject({
    status: 2,
  });
  expect(await inProcess(['snapshot', 'load', `${saved}.no`, '--url', first.status.urls.gateway], home.env)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('ENOENT'),
  });
  await first.end();
  expect(Buffer.compare(await readFile(state), await readFile(saved))).toBe(0);

  await using second = await start('--load-state', state);
  expect(tips(second.status)).toEqual(tips(before));
  await second.command('mine');
  await second.end();
  expect(Buffer.compare(await readFile(state), await readFile(saved))).toBe(0);
});

test('error: a file of another network, and settings that exclude each other', async () => {
  using home = emptyHome();
  const file = path.join(home.path, 'net.state');
  expect(await inProcess(['exec', '--dump-state', file, '--', process.execPath, '-e', ''], home.env)).toMatchObject({ status: 0 });
  expect(await inProcess(['exec', '--load-state', file, '--epoch', '3.4', '--', process.execPath, '-e', ''], home.env)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('this network 3.4 (--epoch)'),
  });
  expect(await inProcess(['up', '--state', file, '--load-state', file], home.env)).toMatchObject({ status: 2 });
});
