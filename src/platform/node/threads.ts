import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads';
import { packageRoot } from './package-root.js';

/** A thread, as the one that started it has it. */
export type Thread = {
  post(message: unknown): void;
  /** Calls a function with each message. @returns a function that ends this */
  listen(onMessage: (message: unknown) => void): () => void;
  terminate(): Promise<void>;
};

/** What a thread has to do with the one that started it. */
export type OwnPort = {
  post(message: unknown): void;
  /** Waits for the next message. Absent where threads share no memory. */
  receive?: () => unknown;
};

/** `posted` counts the messages to the thread: it waits for the next one there. */
type Given = { readonly data: unknown; readonly port: MessagePort; readonly posted: Int32Array };

const PROGRAM = new URL('bundle/clarity-worker.mjs', packageRoot);

/**
 * Starts the thread of the Clarity VM. It does not keep the process alive, unless something listens to it.
 * @param onEnd gets why it ended, unless it was terminated, and whether it had started
 */
export function startThread(data: unknown, onEnd: (reason: string, hadStarted: boolean) => void): Thread {
  const { port1: port, port2 } = new MessageChannel();
  const posted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const given: Given = { data, port: port2, posted };
  const worker = new Worker(PROGRAM, { execArgv: [], workerData: given, transferList: [port2] });
  worker.unref();
  let reason = 'it ended';
  let isTerminated = false;
  worker.on('error', (error) => {
    reason = error.message;
  });
  worker.on('exit', () => {
    if (!isTerminated) onEnd(reason, true);
  });
  return {
    post(message) {
      port.postMessage(message);
      Atomics.add(posted, 0, 1);
      Atomics.notify(posted, 0);
    },
    listen(onMessage) {
      port.on('message', onMessage);
      return () => port.off('message', onMessage);
    },
    async terminate() {
      isTerminated = true;
      port.close();
      await worker.terminate();
    },
  };
}

/** Runs in a thread. @param serve gets what the thread was started with, and returns what takes each message */
export function serveThread<D>(serve: (data: D, own: OwnPort) => (message: unknown) => void): void {
  const { data, port, posted } = workerData as Given;
  const receive = (): unknown => {
    for (;;) {
      const seen = Atomics.load(posted, 0);
      const received = receiveMessageOnPort(port) as { message: unknown } | undefined;
      if (received !== undefined) return received.message;
      Atomics.wait(posted, 0, seen);
    }
  };
  port.on('message', serve(data as D, { post: (message) => port.postMessage(message), receive }));
}
