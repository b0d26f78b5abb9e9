/** esbuild puts these in place of Node's globals of the same names, which the shared code uses. */
import { Buffer } from './buffer.js';

export { Buffer };

/** As that of Node, which takes any bytes. */
Buffer.prototype.equals = function equals(this: Uint8Array, other: Uint8Array): boolean {
  return this.length === other.length && this.every((byte, at) => byte === other[at]);
};

/** A timer of Node. It has methods; browsers have numbers. */
class Timer {
  readonly #start: () => number;
  readonly #stop: (id: number) => void;
  #id: number;

  constructor(start: () => number, stop: (id: number) => void) {
    this.#start = start;
    this.#stop = stop;
    this.#id = start();
  }

  /** A page lives as long as its user wants. */
  unref(): this {
    return this;
  }

  refresh(): this {
    this.stop();
    this.#id = this.#start();
    return this;
  }

  stop(): void {
    this.#stop(this.#id);
  }
}

const { setTimeout: startTimeout, clearTimeout: stopTimeout, setInterval: startInterval, clearInterval: stopInterval } = globalThis;

type Callback = (...args: unknown[]) => void;

function timeout(run: Callback, ms?: number, ...args: unknown[]): Timer {
  return new Timer(
    () => startTimeout(run, ms, ...args) as unknown as number,
    (id) => stopTimeout(id),
  );
}

function interval(run: Callback, ms?: number, ...args: unknown[]): Timer {
  return new Timer(
    () => startInterval(run, ms, ...args) as unknown as number,
    (id) => stopInterval(id),
  );
}

const stop = (timer: Timer | undefined): void => timer?.stop();

export { interval as setInterval, stop as clearInterval, stop as clearTimeout, timeout as setTimeout };

/** Tasks for the next turns of the event loop, in order. A timeout would wait for 4 ms. */
const tasks: { run: Callback; args: unknown[] }[] = [];
const channel = new globalThis.MessageChannel() as unknown as {
  port1: { onmessage: () => void };
  port2: { postMessage(value: unknown): void };
};
channel.port1.onmessage = () => {
  const task = tasks.shift();
  task?.run(...task.args);
};

function immediate(run: Callback, ...args: unknown[]): object {
  const task = { run, args };
  tasks.push(task);
  channel.port2.postMessage(undefined);
  return task;
}

function clearImmediate(task: object | undefined): void {
  const at = tasks.indexOf(task as (typeof tasks)[number]);
  // Its message comes all the same: it must find a task.
  if (at !== -1) tasks[at] = { run: () => undefined, args: [] };
}

export { clearImmediate, immediate as setImmediate };

/** What the shared code asks of the process. */
export const process = {
  env: {} as Record<string, string | undefined>,
  platform: 'browser',
  versions: {},
  argv: [],
  pid: 1,
  cwd: () => '/',
  uptime: () => performance.now() / 1_000,
  hrtime: { bigint: () => BigInt(Math.round(performance.now() * 1e6)) },
  // biome-ignore lint/suspicious/noConsole: Node writes warnings, too.
  emitWarning: (warning: string | Error) => console.warn(warning),
  // After the promises that are settled: Fastify's plugins load in this order.
  nextTick: immediate,
  memoryUsage: () => ({ heapUsed: 0, heapTotal: 0, rss: 0, external: 0, arrayBuffers: 0 }),
};
