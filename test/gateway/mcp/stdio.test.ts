import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createStdioTransport } from '#dist/gateway/mcp/stdio.js';

const LONGEST = 1_000;

/** A transport with the messages that its server gets, and what it writes. */
async function started(longest = LONGEST) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = createStdioTransport(input, output, longest);
  const messages: unknown[] = [];
  const errors: string[] = [];
  transport.onmessage = (message) => void messages.push(message);
  transport.onerror = (error) => void errors.push(error.message);
  await transport.start();
  const written = (): unknown[] => {
    const text = String(output.read() ?? '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  };
  return { transport, messages, errors, written, send: (text: string | Buffer) => input.write(text) };
}

const request = (id: unknown, rest: object = {}) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', ...rest });
const tooLong = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32_600, message: 'the message is longer than 1000 bytes. Send less, or pass the path of a file.' },
});

test('default: messages are complete whatever the pieces that they come in', async () => {
  const { send, messages } = await started();
  const bytes = Buffer.from(`${request(1)}\r\n\n${request('zwö')}\n`);
  for (const byte of bytes) send(Buffer.of(byte));
  expect(messages).toEqual([JSON.parse(request(1)), JSON.parse(request('zwö'))]);
});

test.each([
  ['at its beginning', (text: string) => `{"jsonrpc":"2.0","id":7,"method":"m","params":{"id":8,"text":"${text}"}}`, 7],
  ['at its end', (text: string) => `{"method":"m","params":{"id":8,"text":"${text}"},"jsonrpc":"2.0","id":"seven"}`, 'seven'],
  ['in its arguments only', (text: string) => `{"method":"m","params":{"id":8,"text":"${text}"},"jsonrpc":"2.0"}`, null],
  ['in a text only', (text: string) => `{"method":"m","params":{"text":"${text}, \\"id\\":8"}}`, null],
])('error: a message that is too long, with the id %s, is answered, and so is the next one', async (_where, message, id) => {
  const { send, messages, written } = await started();
  const line = message('x'.repeat(LONGEST));
  send(line.slice(0, 30));
  send(line.slice(30, LONGEST - 5));
  send(line.slice(LONGEST - 5));
  expect(written()).toEqual([]);
  send(`\n${request(9)}\n`);
  expect(written()).toEqual([tooLong(id)]);
  expect(messages).toEqual([JSON.parse(request(9))]);
});

test('behavior: the longest message passes', async () => {
  const { send, messages, written } = await started();
  const text = 'x'.repeat(LONGEST - request(1, { params: { text: '' } }).length);
  send(`${request(1, { params: { text } })}\n`);
  expect(messages).toHaveLength(1);
  expect(written()).toEqual([]);
});

test.each([
  ['{"id":3,', -32_700, 3],
  ['words', -32_700, null],
  ['{"id":4,"method":5}', -32_600, 4],
  ['{"params":{"id":8},"id":5,} ', -32_700, 5],
  ['{"params":[{"id":8}],"method":5,"id":6}', -32_600, 6],
  ['["id":7]', -32_700, null],
])('error: the line %s is answered', async (line, code, id) => {
  const { send, messages, errors, written } = await started();
  send(`${line}\n${request(9)}\n`);
  expect(written()).toMatchObject([{ id, error: { code } }]);
  expect(errors).toHaveLength(1);
  expect(messages).toEqual([JSON.parse(request(9))]);
});

/** A search for the id that begins at each character would take hours. */
test.each(['a', ' ', '"', String.raw`\\`, '{', '[', '}', ']', '{ ', '} ', '"id" ', '"id":', '"id": "', ',"id":5 '])(
  'behavior: a long line of %j that is no message is answered at once',
  async (part) => {
    const { send, messages, written } = await started(10 * 2 ** 20);
    for (const first of ['', '{', '{"id":']) send(`${first}${part.repeat(1_000_000 / part.length)}x\n`);
    send(`${request(9)}\n`);
    expect(written()).toMatchObject(Array.from({ length: 3 }, () => ({ error: { code: -32_700 } })));
    expect(messages).toEqual([JSON.parse(request(9))]);
  },
);

test('behavior: after its end, nothing is read', async () => {
  const { transport, send, messages } = await started();
  await transport.close();
  send(`${request(1)}\n`);
  expect(messages).toEqual([]);
});
