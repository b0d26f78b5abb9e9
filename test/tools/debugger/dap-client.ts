import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Body, type DapMessage, encodeMessage, MessageReader } from '#dist/tools/debugger/messages.js';

type Variable = { name: string; value: string; type: string; variablesReference: number };

/** What responses and events have, as far as tests read it: each has some of it. */
type Answer = {
  threadId: number;
  reason: string;
  text: string | undefined;
  output: string;
  stackFrames: { id: number; name: string; line: number; column: number; source: Body }[];
  scopes: { name: string; variablesReference: number }[];
  variables: Variable[];
  variablesReference: number;
  result: string;
  breakpoints: Body[];
  threads: { id: number; name: string }[];
  sources: { name: string; path: string; sourceReference: number }[];
  content: string;
};

type Event = Extract<DapMessage, { type: 'event' }>;

/** A client of the Debug Adapter Protocol, as an editor is one. */
export class DapClient {
  readonly #socket: Socket;
  readonly #reader = new MessageReader();
  readonly #waiting = new Map<number, (message: Extract<DapMessage, { type: 'response' }>) => void>();
  readonly #events: Event[] = [];
  #onEvent: () => void = () => undefined;
  #seq = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      for (const message of this.#reader.push(bytes)) this.#take(message);
    });
  }

  static async connect(url: string | undefined): Promise<DapClient> {
    const { hostname, port } = new URL(String(url));
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new DapClient(socket);
  }

  /** @throws Error with the message of a response that failed */
  async ask(command: string, body: Body = {}): Promise<Answer> {
    const seq = ++this.#seq;
    const answered = new Promise<Extract<DapMessage, { type: 'response' }>>((resolve) => {
      this.#waiting.set(seq, resolve);
    });
    this.#socket.write(encodeMessage({ seq, type: 'request', command, arguments: body }));
    const { success, message, body: answer } = await answered;
    if (!success) throw new Error(message);
    return answer as Answer;
  }

  /** Takes the next event of a kind. */
  async event(name: string, timeoutMs = 50_000): Promise<Answer> {
    const end = Date.now() + timeoutMs;
    for (;;) {
      const at = this.#events.findIndex(({ event }) => event === name);
      if (at >= 0) return this.#events.splice(at, 1)[0]?.body as Answer;
      const left = end - Date.now();
      if (left <= 0) throw new Error(`no event ${name} came, but ${this.#events.map(({ event }) => event).join(', ')}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#onEvent = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  has(name: string): boolean {
    return this.#events.some(({ event }) => event === name);
  }

  async start(body: Body = {}, configure: () => Promise<unknown> = async () => undefined): Promise<void> {
    await this.ask('initialize', { adapterID: 'stacks-devnet' });
    await this.ask('attach', body);
    await this.event('initialized');
    await configure();
    await this.ask('configurationDone');
  }

  /** Steps, and returns where the execution is then, with what the event says. */
  async step(command: string, threadId: number, body: Body = {}): Promise<{ place: string; text: string | undefined; reason: string }> {
    await this.ask(command, { threadId, ...body });
    const { reason, text } = await this.event('stopped');
    return { place: (await this.stack(threadId))[0] ?? '', text, reason };
  }

  /** The functions with their lines, innermost first. */
  async stack(threadId: number): Promise<string[]> {
    const { stackFrames } = await this.ask('stackTrace', { threadId });
    return stackFrames.map(({ name, line }) => `${name}:${line}`);
  }

  async frame(threadId: number, at = 0): Promise<number> {
    return (await this.ask('stackTrace', { threadId })).stackFrames[at]?.id ?? 0;
  }

  /** The variables of a scope by name. */
  async scope(frameId: number, name: string): Promise<Record<string, string>> {
    const { scopes } = await this.ask('scopes', { frameId });
    const variablesReference = scopes.find((scope) => scope.name === name)?.variablesReference;
    const { variables } = await this.ask('variables', { variablesReference });
    return Object.fromEntries(variables.map((one) => [one.name, one.value]));
  }

  async evaluate(expression: string, frameId: number): Promise<string> {
    return (await this.ask('evaluate', { expression, frameId, context: 'repl' })).result;
  }

  async close(): Promise<void> {
    if (this.#socket.destroyed) return;
    const closed = once(this.#socket, 'close');
    this.#socket.end();
    await closed;
  }

  #take(message: DapMessage): void {
    if (message.type === 'response') {
      this.#waiting.get(message.request_seq)?.(message);
      this.#waiting.delete(message.request_seq);
    } else if (message.type === 'event') {
      this.#events.push(message);
      this.#onEvent();
    }
  }
}
