import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from '#platform/streams.js';
import { isBytes } from '../base/is-bytes.js';
import type { AskLocal } from '../network/local.js';

/**
 * Asks a listener of HTTP requests without a connection. The body comes as the listener writes it. When the signal fires, or nobody wants
 * the rest of the body, the connection ends for the listener as if its client had gone.
 */
export async function askListener(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  { method, target, body, headers, signal }: Parameters<AskLocal>[0],
): Promise<Awaited<ReturnType<AskLocal>> & { body: ReadableStream<Uint8Array> }> {
  const { default: inject } = await import('light-my-request');
  let response: ServerResponse | undefined;
  const leave = (): void => {
    response?.socket?.destroy();
    response?.destroy();
  };
  signal.addEventListener('abort', leave, { once: true });
  const dispatch = (request: IncomingMessage, answered: ServerResponse): void => {
    response = answered;
    answered.once('close', () => signal.removeEventListener('abort', leave));
    listener(request, answered);
  };
  const answer = await inject(dispatch, {
    method: method as 'GET',
    url: target,
    ...(body !== undefined && { payload: isBytes(body) ? Buffer.from(body) : body }),
    // A caller in this process needs no name of this machine that the listener knows.
    headers: { ...headers, host: 'localhost' },
    payloadAsStream: true,
  });
  const sent = Object.entries(answer.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const rest = answer.stream();
  rest.once('close', () => {
    if (!rest.readableEnded) leave();
  });
  return { status: answer.statusCode, headers: Object.fromEntries(sent), body: webStream(rest) };
}

/** As `Readable.toWeb`, which on Node 20 throws from the event loop if the last part comes after `cancel`. */
function webStream(readable: Readable): ReadableStream<Uint8Array> {
  const parts: AsyncIterator<Uint8Array> = readable[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void readable.destroy(),
  });
}
