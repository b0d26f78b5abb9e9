import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { DevnetError } from '../../base/error.js';
import { type Body, type DapMessage, encodeMessage, MessageReader } from './messages.js';

/** Speaks to a debugger, as an editor does. */
export class DebugClient {
  readonly #socket: Socket;
  readonly #reader = new MessageReader();
  readonly #answers = new Map<number, { resolve(body: Body): void; reject(error: Error): void }>();
  #seq = 0;

  private constructor(socket: Socket, onEvent: (event: string, body: Body) => void) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      try {
        for (const message of this.#reader.push(bytes)) this.#take(message, onEvent);
      } catch {
        // What follows cannot be told apart. `close` ends the requests that wait.
        socket.destroy();
      }
    });
    socket.on('close', () => {
      for (const { reject } of this.#answers.values()) reject(new DevnetError('NOT_REACHABLE', 'The debugger closed the connection.'));
      onEvent('terminated', {});
    });
  }

  /** @param url as in `status().urls.dap` @throws DevnetError NOT_REACHABLE */
  static async connect(url: string, onEvent: (event: string, body: Body) => void): Promise<DebugClient> {
    return new DebugClient(await connectTo(url), onEvent);
  }

  /** @throws DevnetError INVALID_INPUT with the message of a request that failed */
  ask(command: string, body: Body = {}): Promise<Body> {
    const seq = ++this.#seq;
    return new Promise((resolve, reject) => {
      this.#answers.set(seq, { resolve, reject });
      this.#socket.write(encodeMessage({ seq, type: 'request', command, arguments: body }));
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(message: DapMessage, onEvent: (event: string, body: Body) => void): void {
    if (message.type === 'event') onEvent(message.event, message.body ?? {});
    if (message.type !== 'response') return;
    const answer = this.#answers.get(message.request_seq);
    this.#answers.delete(message.request_seq);
    if (message.success) answer?.resolve(message.body ?? {});
    else answer?.reject(new DevnetError('INVALID_INPUT', message.message ?? 'The request failed.'));
  }
}

/** @throws DevnetError NOT_REACHABLE */
export async function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  try {
    await once(socket, 'connect');
  } catch (error) {
    throw new DevnetError('NOT_REACHABLE', `No debugger answers at ${url}.`, { cause: error });
  }
  return socket;
}
