import { expect, test } from 'vitest';
import { type DapRequest, encodeMessage, MessageReader } from '#dist/tools/debugger/messages.js';

const request = (seq: number, text = ''): DapRequest => ({ seq, type: 'request', command: 'evaluate', arguments: { text } });

test('default: messages are complete whatever the parts that they come in', () => {
  const sent = [request(1, 'é'.repeat(50)), request(2), request(3, 'x'.repeat(5_000))];
  const bytes = Buffer.from(sent.map(encodeMessage).join(''));
  for (const size of [1, 7, 64, bytes.length]) {
    const reader = new MessageReader();
    const read = [];
    for (let at = 0; at < bytes.length; at += size) read.push(...reader.push(bytes.subarray(at, at + size)));
    expect(read).toEqual(sent);
  }
});

test('behavior: what is left after a message begins the next one', () => {
  const reader = new MessageReader();
  const [first, second] = [encodeMessage(request(1)), encodeMessage(request(2))];
  expect(reader.push(Buffer.from(first + second.slice(0, 40)))).toEqual([request(1)]);
  expect(reader.push(Buffer.from(second.slice(40)))).toEqual([request(2)]);
});

test.each([
  ['a request of a browser', 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
  ['a header that does not end', 'x'.repeat(2_000)],
  ['a message that is too long', 'Content-Length: 999999999\r\n\r\n'],
  ['no length', 'Content-Length: many\r\n\r\n{}'],
])('error: %s', (_name, bytes) => {
  expect(() => new MessageReader().push(Buffer.from(bytes))).toThrow(/header|Content-Length/);
});
