import { expect, test } from 'vitest';
import { launcher, open, runs, saying, shell, useLauncher } from './environment-kit.js';
import { runningWith, waitUntil } from './processes.js';

useLauncher();

test('default: a service runs until it is stopped', async () => {
  const environment = await open();
  const service = await shell(environment, 'echo up; exec sleep 1000');
  await saying(service, 'up');
  expect(service.name).toBe('bitcoind');
  expect(service.reach('rpc')).toEqual(environment.address('bitcoind', 'rpc'));
  expect(await service.stop()).toEqual({ code: null, signal: 'SIGTERM', expected: true });
  expect(await service.ended).toEqual(await service.kill());
});

test('default: programs are reported without their paths', async () => {
  expect((await launcher.programs())['stacks-node']).toEqual({ version: '4.0.2', identity: expect.any(String) });
});

test('default: close removes everything', async () => {
  const environment = await open();
  const [run = ''] = runs();
  const service = await shell(environment, 'trap "" TERM; echo up; sleep 1000 & wait; wait; sleep 1000');
  await saying(service, 'up');
  await environment.close();
  await environment.close();
  expect(await service.ended).toMatchObject({ signal: 'SIGKILL', expected: true });
  expect(runs()).toEqual([]);
  expect(runningWith(run)).toEqual([]);
});

test('default: the log of a service has the output of all its starts', async () => {
  const environment = await open();
  await (await shell(environment, 'echo one; echo two')).ended;
  const read = async (lines: number): Promise<string> => {
    let text = '';
    for await (const piece of environment.log('bitcoind', { lines, follow: false, signal: new AbortController().signal })) text += piece;
    return text;
  };
  expect(await read(1)).toBe('two\n');
  const ending = new AbortController();
  const followed: string[] = [];
  const following = (async () => {
    for await (const piece of environment.log('bitcoind', { lines: 1, follow: true, signal: ending.signal })) followed.push(piece);
  })();
  await waitUntil(() => followed.length === 1);
  await (await shell(environment, 'echo three')).ended;
  await waitUntil(() => followed.join('') === 'two\nthree\n');
  ending.abort();
  await following;
  expect(await read(2)).toBe('two\nthree\n');
});
