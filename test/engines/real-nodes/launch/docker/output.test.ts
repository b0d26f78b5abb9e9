import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { followOutput, outputLines } from '#dist/engines/real-nodes/launch/docker/output.js';

function frame(stream: 1 | 2, text: string): Buffer {
  const body = Buffer.from(text);
  const header = Buffer.alloc(8);
  header.writeUInt8(stream);
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

test('default: lines of both streams in the order of their frames', () => {
  expect(outputLines(Buffer.concat([frame(1, 'one\n'), frame(2, 'two\r\n\n'), frame(1, 'three')]))).toEqual(['one', 'two', 'three']);
});

test('behavior: a character or a line can span frames', () => {
  const [first, last] = [Buffer.from('ö').subarray(0, 1), Buffer.from('ö').subarray(1)];
  const frames = [first, last].map((half) => Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, 1]), half]));
  expect(outputLines(Buffer.concat([frame(1, 'h'), ...frames, frame(1, 're\n')]))).toEqual(['höre']);
});

test('behavior: nothing, and the beginning of a header', () => {
  expect(outputLines(Buffer.alloc(0))).toEqual([]);
  expect(outputLines(Buffer.concat([frame(1, 'all\n'), Buffer.from([1, 0])]))).toEqual(['all']);
});

test('behavior: followed output comes frame by frame, whatever pieces the connection delivers', async () => {
  const frames = new PassThrough();
  const bytes = Buffer.concat([frame(1, 'hö'), frame(2, 're\n'), frame(1, 'end\n')]);
  for (const byte of bytes) frames.write(Buffer.from([byte]));
  frames.end();
  let text = '';
  for await (const piece of followOutput(frames, new AbortController().signal)) text += piece;
  expect(text).toBe('höre\nend\n');
});

test('behavior: the signal ends the following, before and meanwhile', async () => {
  for (const early of [true, false]) {
    const frames = new PassThrough();
    const ending = new AbortController();
    if (early) ending.abort();
    const reading = (async () => {
      for await (const _piece of followOutput(frames, ending.signal));
    })();
    ending.abort();
    await reading;
    expect(frames.destroyed).toBe(true);
  }
});
