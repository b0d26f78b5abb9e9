import { expect, test } from 'vitest';
import { RecordLog } from '#dist/base/storage/record-log.js';
import { rememberUntilChange } from '#dist/stacks/api/remember.js';
import { Chain } from '#dist/stacks/history/chain/chain.js';
import { BlockRecord } from '#dist/stacks/history/chain/records.js';
import { blockEvent, GENESIS_PARENT } from '../history/support/blocks.js';

test('behavior: a list is made once for all requests, and again after each change of the chain', async () => {
  const chain = new Chain();
  const log = new RecordLog();
  const push = (height: number, salt = '') => chain.push(new BlockRecord(blockEvent(height, GENESIS_PARENT, [], salt), log));
  push(1);
  const remember = rememberUntilChange(chain);
  let made = 0;
  const list = () =>
    remember('list', async (turn) => {
      await turn();
      return ++made;
    });
  expect(await Promise.all([list(), list()])).toEqual([1, 1]);
  expect(await remember('other', async () => 'other')).toBe('other');
  push(2);
  expect(await list()).toBe(2);
  chain.leaveAbove(1);
  expect(await list()).toBe(3);
  // What was begun before a change is for those alone who asked before it.
  const before = remember('slow', async () => ++made);
  push(2, 'other branch');
  expect([await before, await remember('slow', async () => ++made)]).toEqual([4, 5]);
});

test('error: a failure is not kept', async () => {
  const remember = rememberUntilChange(new Chain());
  const fail = remember('list', async () => {
    throw new RangeError('no');
  });
  await expect(fail).rejects.toThrow('no');
  expect(await remember('list', async () => 1)).toBe(1);
});
