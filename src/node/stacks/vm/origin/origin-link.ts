import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { OriginReader, OriginRequest, ReadAnswer } from '../../../../chains/stacks/origin/origin-reader.js';

/** The end of a link that a VM's thread gets: a port, and a counter that grows with each answer. */
export type OriginLink = { port: MessagePort; answers: SharedArrayBuffer };

/** What a VM's thread does over the link. */
export type LinkedOrigin = {
  /** Reads something, and blocks the thread until the answer is there. */
  read(request: OriginRequest): ReadAnswer;
  /** Begins reads whose answers are soon needed. */
  prefetch(requests: readonly OriginRequest[]): void;
  keep(name: string, text: string): void;
};

type Message =
  | { type: 'read'; request: OriginRequest }
  | { type: 'prefetch'; requests: readonly OriginRequest[] }
  | { type: 'keep'; name: string; text: string };

/** Serves a reader to one thread. @returns the other end, and a function that ends the link */
export function serveOrigin(reader: OriginReader): { link: OriginLink; close: () => void } {
  const { port1, port2 } = new MessageChannel();
  const answers = new SharedArrayBuffer(4);
  const counter = new Int32Array(answers);
  port1.on('message', (message: Message) => {
    if (message.type === 'keep') reader.keep(message.name, message.text);
    else if (message.type === 'prefetch') for (const request of message.requests) void reader.read(request);
    else {
      void reader.read(message.request).then((answer) => {
        port1.postMessage(answer);
        Atomics.add(counter, 0, 1);
        Atomics.notify(counter, 0);
      });
    }
  });
  // An idle link does not keep the process alive.
  port1.unref();
  return { link: { port: port2, answers }, close: () => port1.close() };
}

/** Connects a thread to the reader at the other end. */
export function connectOrigin({ port, answers }: OriginLink): LinkedOrigin {
  const counter = new Int32Array(answers);
  const send = (message: Message) => port.postMessage(message);
  return {
    read(request) {
      const before = Atomics.load(counter, 0);
      send({ type: 'read', request });
      Atomics.wait(counter, 0, before);
      const received = receiveMessageOnPort(port) as { message: ReadAnswer };
      return received.message;
    },
    prefetch(requests) {
      if (requests.length > 0) send({ type: 'prefetch', requests });
    },
    keep: (name, text) => send({ type: 'keep', name, text }),
  };
}
