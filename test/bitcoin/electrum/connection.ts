import { createConnection } from 'node:net';

type Message = { id?: number; method?: string; params?: unknown[]; result?: unknown; error?: { code: number; message: string } };

/** A client of the Electrum protocol that shows each message as it comes. */
export type Connection = {
  /** Resolves with the answer: its result, or its error as `code message`. */
  ask(method: string, ...params: unknown[]): Promise<unknown>;
  /** Sends text as it is, with a newline. */
  send(text: string): void;
  /** Messages that answer no call of `ask`, in their order. */
  readonly others: Message[];
  /** All messages, in their order. */
  readonly all: Message[];
  /** Resolves when the server has ended the connection. */
  readonly closed: Promise<void>;
  [Symbol.dispose](): void;
};

/** @param url `tcp://host:port` */
export async function connectElectrum(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = createConnection(Number(port), hostname);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const waiting = new Map<number, (message: Message) => void>();
  const others: Message[] = [];
  const all: Message[] = [];
  let buffered = '';
  socket.setEncoding('utf8').on('data', (text) => {
    const lines = `${buffered}${text}`.split('\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as Message;
      all.push(message);
      const resolve = waiting.get(message.id ?? -1);
      if (resolve === undefined) others.push(message);
      else resolve(message);
    }
  });
  socket.on('error', () => undefined);
  let last = 0;
  return {
    others,
    all,
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    send: (text) => void socket.write(`${text}\n`),
    async ask(method, ...params) {
      const id = ++last;
      const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const { result, error } = await answer;
      waiting.delete(id);
      return error === undefined ? result : `${error.code} ${error.message}`;
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
