import type { OwnPort, Thread } from '../node/threads.js';

export type { OwnPort, Thread };

/** A worker, of a page or of its own. */
type Port = { postMessage(message: unknown): void; onmessage: ((event: { data: unknown }) => void) | null };
type WorkerOfPage = Port & {
  onerror: ((event: { message?: string; preventDefault(): void }) => void) | null;
  terminate(): void;
};
/** By its own name: bundlers look for it. */
declare const Worker: new (url: URL, options: { type: 'module' }) => WorkerOfPage;

/** As in Node. A page may have no workers: its content security policy or the origin of its modules forbids them. */
export function startThread(data: unknown, onEnd: (reason: string, hadStarted: boolean) => void): Thread {
  let hadStarted = false;
  let isTerminated = false;
  const end = (reason: string): void => {
    if (!isTerminated) onEnd(reason, hadStarted);
  };
  let worker: WorkerOfPage;
  try {
    // In this form, bundlers find the file, and replace its URL.
    worker = new Worker(new URL('./browser-clarity-worker.mjs', import.meta.url), { type: 'module' });
  } catch (error) {
    setImmediate(() => end((error as Error).message));
    return { post: () => undefined, listen: () => () => undefined, terminate: async () => undefined };
  }
  worker.onerror = (event) => {
    // Otherwise the page reports it as an error of its own.
    event.preventDefault();
    end(event.message ?? 'it could not be loaded');
  };
  worker.postMessage(data);
  return {
    post: (message) => worker.postMessage(message),
    listen(onMessage) {
      worker.onmessage = ({ data: message }) => {
        hadStarted = true;
        onMessage(message);
      };
      return () => {
        worker.onmessage = null;
      };
    },
    async terminate() {
      isTerminated = true;
      worker.terminate();
    },
  };
}

/** As in Node. What the thread was started with is its first message. It cannot wait for one: most pages share no memory with workers. */
export function serveThread<D>(serve: (data: D, own: OwnPort) => (message: unknown) => void): void {
  const own = globalThis as unknown as Port;
  own.onmessage = ({ data: given }) => {
    const take = serve(given as D, { post: (message) => own.postMessage(message) });
    own.onmessage = ({ data: message }) => take(message);
  };
}
