import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { askListener } from '#dist/gateway/ask-listener.js';

const never = new AbortController().signal;

/** Asks a listener that writes a part, and says when its client has gone. */
async function openStream(signal: AbortSignal) {
  let answered: ServerResponse | undefined;
  const answer = await askListener(
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('one');
      answered = response;
    },
    { method: 'GET', target: '/', signal },
  );
  const response = answered as ServerResponse | undefined as ServerResponse;
  const gone = Promise.all([once(response, 'close'), once(response.socket as NonNullable<typeof response.socket>, 'close')]);
  return { answer, response, gone, reader: answer.body.getReader() };
}

test('default: an answer with a body, to a request with one', async () => {
  const echo = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    response.writeHead(201, { 'x-method': request.method, 'x-url': request.url }).end(Buffer.concat(parts));
  };
  const question = { method: 'POST', target: '/a?b=1', body: Buffer.from('hello'), headers: { 'x-own': '1' }, signal: never };
  const { status, headers, body } = await askListener((...given) => void echo(...given), question);
  expect(status).toBe(201);
  expect(headers).toMatchObject({ 'x-method': 'POST', 'x-url': '/a?b=1' });
  expect(await new Response(body).text()).toBe('hello');
});

test('behavior: a stream comes in parts, and ends', async () => {
  const { response, reader } = await openStream(never);
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('one');
  response.write('two');
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('two');
  response.end();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

test('behavior: who wants no more has gone', async () => {
  const { reader, gone } = await openStream(never);
  await reader.cancel();
  await gone;
});

test('behavior: an aborted request has gone, and its stream fails', async () => {
  const stop = new AbortController();
  const { reader, gone } = await openStream(stop.signal);
  await reader.read();
  stop.abort();
  await gone;
  await expect(reader.read()).rejects.toThrow();
});
