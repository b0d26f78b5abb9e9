import { expect, test } from 'vitest';
import { createFaults } from '#dist/network/devnet/chaos/faults.js';

test('default: a fault whose end takes a while is active until it has ended, and does not act meanwhile', async () => {
  const faults = createFaults(() => undefined);
  let answers = (): void => undefined;
  const answering = new Promise<void>((resolve) => (answers = resolve));
  const { id, stop } = faults.add({ kind: 'stopped-node', settings: { node: 'stacks' }, end: () => answering });
  const [stopped, again] = [stop(), faults.stop(id)];
  expect(faults.list()).toEqual([]);
  expect(faults.active()).toEqual([{ id, kind: 'stopped-node', settings: { node: 'stacks' } }]);
  answers();
  await Promise.all([stopped, again]);
  expect(faults.active()).toEqual([]);
  await expect(faults.stop(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('error: a fault whose end failed acts until another attempt', async () => {
  const faults = createFaults(() => undefined);
  let attempts = 0;
  const end = async (): Promise<void> => {
    if (++attempts === 1) throw new Error('the node does not start');
  };
  const { stop } = faults.add({ kind: 'stopped-node', settings: {}, end });
  await expect(stop()).rejects.toThrow('the node does not start');
  expect([faults.list().length, faults.active().length]).toEqual([1, 1]);
  await stop();
  expect([faults.list().length, faults.active().length]).toEqual([0, 0]);
});
