import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { packageRoot } from '#platform/package-root.js';
import { DevnetError, type DevnetErrorCode, type DevnetErrorDetails } from '../../base/error.js';

const PROGRAM = new URL('bundle/simnet-worker.mjs', packageRoot);
/** How long a call may take, in ms: real nodes need half a second for each Bitcoin block. */
const DEADLINE = 600_000;

/** What a thread gets. It stores 1 in `answered` as soon as the answer to a question is at `port`. */
export type ThreadData = {
  url: string;
  controlKey: string | undefined;
  port: import('node:worker_threads').MessagePort;
  answered: Int32Array;
};
export type Question = { method: string; args: unknown[] };
export type Answer = { value: unknown } | { error: { code: DevnetErrorCode; message: string; details: DevnetErrorDetails } };

/** A thread that speaks HTTP while this one waits. */
export type SyncThread = {
  /** Blocks this thread until the other one has done it. @throws DevnetError as the other thread does; TIMEOUT, NOT_READY after `close` */
  ask(method: string, args: unknown[]): unknown;
  close(): void;
};

/** Starts the thread. It does not keep the process alive. */
export function startThread({ url, controlKey }: Pick<ThreadData, 'url' | 'controlKey'>): SyncThread {
  const { port1: port, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: ThreadData = { url, controlKey, port: port2, answered };
  const worker = new Worker(PROGRAM, { execArgv: [], workerData, transferList: [port2] });
  worker.unref();
  port.unref();
  let closed: string | undefined;
  const close = (reason: string): void => {
    closed ??= reason;
    port.close();
    void worker.terminate();
  };
  return {
    ask(method, args) {
      if (closed !== undefined) throw new DevnetError('NOT_READY', `simnet.${method}: ${closed}`);
      Atomics.store(answered, 0, 0);
      port.postMessage({ method, args } satisfies Question);
      if (Atomics.wait(answered, 0, 0, DEADLINE) === 'timed-out') {
        close('an earlier call did not end');
        throw new DevnetError('TIMEOUT', `simnet.${method} did not end within ${DEADLINE / 1000} s, so this connection is closed`);
      }
      const { message } = receiveMessageOnPort(port) as { message: Answer };
      if ('value' in message) return message.value;
      const { code, message: text, details } = message.error;
      throw new DevnetError(code, text, details);
    },
    close: () => close('the connection is closed'),
  };
}
