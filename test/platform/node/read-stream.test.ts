import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createByteCollector, readStream } from '#dist/platform/node/read-stream.js';

describe('a collector', () => {
  test('default: gives the bytes of all pieces in order', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ minLength: 4_000, maxLength: 6_000 }))), (pieces) => {
        const collector = createByteCollector();
        for (const piece of pieces) collector.add(Buffer.from(piece));
        expect(collector.size()).toBe(pieces.reduce((sum, { length }) => sum + length, 0));
        expect(collector.finish().equals(Buffer.concat(pieces))).toBe(true);
        expect(collector.finish()).toHaveLength(0);
      }),
    );
  });

  test('behavior: it keeps no small piece, however many come, and copies no large one', () => {
    const collector = createByteCollector();
    const [first, small, large] = [Buffer.from('a'), Buffer.from('b'), Buffer.alloc(4_096, 'c')];
    for (const piece of [first, small, large, small]) collector.add(piece);
    small.fill('x');
    large.fill('y');
    expect(collector.finish().toString()).toBe(`ab${'y'.repeat(4_096)}b`);
  });

  test('behavior: one piece is not copied at all', () => {
    const collector = createByteCollector();
    const piece = Buffer.from('only');
    collector.add(piece);
    expect(collector.finish()).toBe(piece);
  });
});

describe('a stream', () => {
  test('default: is read to its end, up to the limit', async () => {
    expect((await readStream(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), 4))?.toString()).toBe('abcd');
    expect(await readStream(Readable.from([]), 0)).toHaveLength(0);
  });

  test('behavior: a longer one is left paused, with what came', async () => {
    const stream = new PassThrough();
    for (const piece of ['ab', 'cd', 'ef']) stream.write(piece);
    const collector = createByteCollector();
    expect(await readStream(stream, 3, collector)).toBeUndefined();
    expect(collector.finish().toString()).toBe('abcd');
    stream.end();
    const rest: Buffer[] = [];
    for await (const piece of stream) rest.push(piece);
    expect(Buffer.concat(rest).toString()).toBe('ef');
  });

  test('error: it breaks off, fails, or has ended before', async () => {
    const broken = new PassThrough();
    setImmediate(() => broken.destroy());
    await expect(readStream(broken, 10)).rejects.toThrow('the connection ended before the body');
    await expect(readStream(broken, 10)).rejects.toThrow('the connection ended before the body');
    const failing = new PassThrough();
    setImmediate(() => failing.destroy(new Error('reset')));
    await expect(readStream(failing, 10)).rejects.toThrow('reset');
  });

  test('behavior: an error after the limit ends nothing', async () => {
    const stream = new PassThrough();
    stream.write('abc');
    expect(await readStream(stream, 1)).toBeUndefined();
    stream.destroy(new Error('reset later'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(stream.destroyed).toBe(true);
  });
});
