import { describe, expect, test } from 'vitest';
import { dueOrder, hasOrders, noOrders } from '#dist/project/stacking/due.js';

const order = { startAtCycle: 5, duration: 3, wallet: 'wallet_1', slots: 1, btcAddress: '', autoExtend: false };
const extending = { ...order, autoExtend: true };

describe('nothing is locked', () => {
  test.each([
    ['long before the start', 3, undefined],
    ['in the cycle before the start', 4, { action: 'stack', cycles: 3 }],
    ['after the start', 5, { action: 'stack', cycles: 2 }],
    ['in the last cycle but one', 6, { action: 'stack', cycles: 1 }],
    ['in the last cycle', 7, undefined],
  ])('behavior: %s', (_name, cycle, expected) => {
    expect(dueOrder(order, cycle, undefined)).toEqual(expected);
  });

  test('behavior: with auto_extend a whole duration begins at any time', () => {
    expect(dueOrder(extending, 20, undefined)).toEqual({ action: 'stack', cycles: 3 });
  });

  test('behavior: at most 12 cycles, and none for a duration of 0', () => {
    expect(dueOrder({ ...order, duration: 100 }, 4, undefined)).toEqual({ action: 'stack', cycles: 12 });
    expect(dueOrder({ ...order, duration: 0 }, 4, undefined)).toBeUndefined();
  });
});

describe('a lock', () => {
  test.each([
    ['that goes on is left alone', extending, 6, 7, undefined],
    ['in its last cycle is extended', extending, 7, 7, { action: 'extend', cycles: 3 }],
    ['without auto_extend ends', order, 7, 7, undefined],
    ['that was too short for the duration is extended', { ...order, duration: 20 }, 16, 16, { action: 'extend', cycles: 8 }],
  ])('behavior: %s', (_name, given, cycle, lastLocked, expected) => {
    expect(dueOrder(given, cycle, lastLocked)).toEqual(expected);
  });
});

test('behavior: epochs with orders', () => {
  expect((['2.4', '2.5', '3.4', '4.0'] as const).map(hasOrders)).toEqual([false, true, true, false]);
  expect(noOrders('2.4')).toContain('skipped in epoch 2.4: its PoX contract has no signers');
});
