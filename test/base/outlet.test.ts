import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createOutlet, streamSink } from '#dist/base/outlet.js';

/** A reader that takes nothing until it is told to. */
function reader(highWaterMark = 10) {
  const taken: string[] = [];
  let done: (() => void) | undefined;
  const stream = new Writable({
    highWaterMark,
    write(chunk: Buffer, _encoding, next) {
      taken.push(chunk.toString());
      done = next;
    },
  });
  stream.on('error', () => undefined);
  return { stream, taken, take: () => done?.() };
}

test('default: who can wait waits until the reader takes more', async () => {
  const { stream, take } = reader();
  const outlet = createOutlet(streamSink(stream));
  let freed = 0;
  outlet.onFree(() => freed++);
  await outlet.free();
  outlet.send('0123456789');
  expect(outlet.isFree()).toBe(false);
  const free = outlet.free();
  take();
  await free;
  expect([outlet.isFree(), freed]).toEqual([true, 1]);
  stream.destroy();
});

test('behavior: a reader that lets more than the limit wait is disconnected at the next message, however large one may be', async () => {
  const { stream, taken } = reader();
  const outlet = createOutlet(streamSink(stream), { limit: 20 });
  outlet.send('x'.repeat(15));
  outlet.send('y'.repeat(100));
  expect(outlet.isOpen()).toBe(true);
  outlet.send('z');
  expect(stream.destroyed).toBe(true);
  expect(taken).toEqual(['x'.repeat(15)]);
  outlet.send('nothing happens');
  // Nobody waits for a reader that is gone.
  await outlet.free();
});

test('behavior: what waits for a reader ends when the reader goes', async () => {
  const { stream } = reader();
  const outlet = createOutlet(streamSink(stream));
  outlet.send('0123456789');
  const free = outlet.free();
  stream.destroy();
  await free;
  expect(outlet.isOpen()).toBe(false);
});

test('behavior: after its patience an outlet disconnects a reader that took nothing, not one that is slow', async () => {
  const dead = reader();
  createOutlet(streamSink(dead.stream), { patienceMs: 5 }).send('0123456789');
  await expect.poll(() => dead.stream.destroyed).toBe(true);

  const slow = reader();
  const outlet = createOutlet(streamSink(slow.stream), { patienceMs: 5 });
  // A reader that took one of two messages within each look.
  let waiting = 1_000;
  Object.defineProperty(slow.stream, 'writableLength', { get: () => waiting-- });
  outlet.send('0123456789');
  await expect.poll(() => waiting).toBeLessThan(995);
  expect(slow.stream.destroyed).toBe(false);
  slow.stream.destroy();
});

test('options: a stream that counts as full at a number of bytes', async () => {
  const { stream, take } = reader(10);
  const outlet = createOutlet(streamSink(stream, { fullAt: 25 }));
  outlet.send('x'.repeat(20));
  expect(outlet.isFree()).toBe(true);
  outlet.send('y'.repeat(20));
  expect(outlet.isFree()).toBe(false);
  const free = outlet.free();
  take();
  take();
  await free;
  expect(outlet.isFree()).toBe(true);
  stream.destroy();
});
