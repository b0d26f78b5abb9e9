import { MessageChannel } from 'node:worker_threads';

/** Frees the bytes now, by sending them to a port that is closed: a collection that would do it may be minutes away. */
export function freeBytes(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(buffer, [buffer]);
  port1.close();
  port2.close();
}
