import { expect, test } from 'vitest';
import { createDispatcher } from '#dist/stacks/node/observers/dispatcher.js';
import { listen } from './observer.js';

const NUMBERS = Array.from({ length: 1_500 }, (_, index) => index);

test('behavior: events arrive in order and one at a time, however long the observer takes', async () => {
  await using observer = await listen();
  const warnings: string[] = [];
  const dispatcher = createDispatcher([observer.endpoint], { warn: (message) => warnings.push(message) });
  observer.hold();
  for (const event of NUMBERS) dispatcher.send('/new_block', event);
  await expect.poll(() => observer.bodies('/new_block')).toEqual([0]);
  observer.answer(200);
  await expect.poll(() => observer.taken.length).toBe(NUMBERS.length);
  expect(observer.bodies('/new_block')).toEqual(NUMBERS);
  expect(warnings).toEqual([]);
  dispatcher.close();
});

test('behavior: a refused event is sent again until the observer answers 200, and holds back the others; one warning says so', async () => {
  await using observer = await listen();
  const warnings: string[] = [];
  const dispatcher = createDispatcher([observer.endpoint], { warn: (message) => warnings.push(message) });
  observer.answer(500);
  for (const event of [1, 2]) dispatcher.send('/new_block', event);
  await expect.poll(() => observer.bodies('/new_block').length).toBeGreaterThan(2);
  expect(new Set(observer.bodies('/new_block'))).toEqual(new Set([1]));
  observer.answer(204);
  observer.taken.length = 0;
  await expect.poll(() => observer.bodies('/new_block')).toEqual([1]);
  observer.answer(200);
  await expect.poll(() => observer.bodies('/new_block').at(-1)).toBe(2);
  expect(warnings).toEqual([
    `the event observer at ${observer.endpoint} does not take /new_block: it answered 500. All events wait for it until it answers 200`,
  ]);
  dispatcher.close();
});

test('behavior: an observer that was away gets all it missed, and others do not wait for it', async () => {
  const warnings: string[] = [];
  let port: number;
  {
    await using gone = await listen();
    port = gone.port;
  }
  await using present = await listen();
  const dispatcher = createDispatcher([`127.0.0.1:${port}`, present.endpoint], { warn: (message) => warnings.push(message) });
  for (const event of NUMBERS) dispatcher.send('/new_burn_block', event);
  await expect.poll(() => present.bodies('/new_burn_block').length).toBe(NUMBERS.length);
  await expect.poll(() => warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(`the event observer at 127.0.0.1:${port} does not take /new_burn_block: connect ECONNREFUSED`);
  await using back = await listen(port);
  await expect.poll(() => back.bodies('/new_burn_block')).toEqual(NUMBERS);
  dispatcher.close();
});

test('behavior: beyond the limit an observer gets what waits and nothing after it, and a warning says from which event on', async () => {
  await using observer = await listen();
  const warnings: string[] = [];
  const dispatcher = createDispatcher([observer.endpoint], { warn: (message) => warnings.push(message), heldLimit: 20 });
  observer.hold();
  for (let event = 0; event < 20; event++) dispatcher.send('/new_block', 'x');
  for (let event = 0; event < 20; event++) dispatcher.send('/drop_mempool_tx', 'y');
  expect(warnings).toEqual([
    `the event observer at ${observer.endpoint} has 6 events of 0 MiB waiting, and gets none after them: ` +
      '/new_block is the first that it loses',
  ]);
  await expect.poll(() => observer.taken.length).toBe(1);
  observer.answer(200);
  await expect.poll(() => observer.taken.length).toBe(6);
  dispatcher.send('/new_block', 'z');
  dispatcher.close();
  expect(observer.bodies('/new_block')).toEqual(Array.from({ length: 6 }, () => 'x'));
});

test('behavior: after close nothing is sent, neither again nor anew', async () => {
  await using observer = await listen();
  const dispatcher = createDispatcher([observer.endpoint], { warn: () => undefined });
  observer.hold();
  for (const event of [1, 2]) dispatcher.send('/new_block', event);
  await expect.poll(() => observer.taken.length).toBe(1);
  dispatcher.close();
  dispatcher.send('/new_block', 3);
  observer.answer(200);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(observer.bodies('/new_block')).toEqual([1]);
});
