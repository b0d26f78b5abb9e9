import { batch, signal } from '@preact/signals';
import type { Program } from './link.js';
import { type Answer, KEPT_LINES, type Line, type Question, type Report } from './messages.js';
import { toModule } from './program.js';

export const state = signal<'ready' | 'running' | 'finished' | 'failed' | 'stopped'>('ready');
export const lines = signal<readonly Line[]>([]);
/** The Stacks transactions of the network since it was started. */
export const txids = signal<readonly string[]>([]);
export const failure = signal<{ message: string; line: number | undefined } | undefined>(undefined);
/** How long the code has run, in ms. */
export const duration = signal(0);
/** How many networks the code has started. The views show the last one. */
export const networks = signal(0);

let worker: Worker | undefined;
let started = 0;
/** Ends the answers of a network that is no longer shown. */
let open = new AbortController();

/** Runs the program of this page, once. */
export function run(program: Program): void {
  state.value = 'running';
  started = performance.now();
  let address: string;
  try {
    address = URL.createObjectURL(new Blob([toModule(program, new URL('.', import.meta.url).href)], { type: 'text/javascript' }));
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    return;
  }
  // A worker from a blob has the content security policy of this page.
  worker = new Worker(address, { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Report>) => {
    // The lines of a deployment are not those of the contract.
    take(data.type === 'failed' && program.language === 'clarity' ? { ...data, line: undefined } : data);
  };
  // What stops the code before it begins: its syntax, or a name that a module does not have.
  worker.onerror = ({ message, lineno }) =>
    fail(message ?? 'The network did not load. Connect to the internet and run the code again.', lineno);
  worker.addEventListener('message', () => URL.revokeObjectURL(address), { once: true });
}

/** Calls back when the code has started its first network. */
export function onFirstNetwork(listener: () => void): void {
  networks.subscribe((count) => {
    if (count === 1) listener();
  });
}

/** Ends the code and its network. */
export function stop(): void {
  worker?.terminate();
  worker = undefined;
  open.abort();
  end('stopped');
}

function take(report: Report): void {
  if (report.type === 'lines') lines.value = [...lines.value, ...report.lines].slice(-KEPT_LINES);
  else if (report.type === 'transactions') txids.value = [...txids.value, ...report.txids];
  else if (report.type === 'finished') end('finished');
  else if (report.type === 'failed') fail(report.message, report.line);
  else {
    open.abort();
    open = new AbortController();
    batch(() => {
      networks.value++;
      txids.value = [];
    });
  }
}

function end(how: 'finished' | 'failed' | 'stopped'): void {
  state.value = how;
  duration.value = performance.now() - started;
}

function fail(message: string, line?: number): void {
  batch(() => {
    failure.value ??= { message: message.replace(/^Uncaught /, ''), line };
    end('failed');
  });
}

/** Asks the network of the code, as `fetch` asks a server. */
export function ask(path: string, { method, headers, body, signal: ended }: RequestInit = {}): Promise<Response> {
  const { port1: port, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    if (worker === undefined) return reject(new TypeError('no network runs'));
    let parts: ReadableStreamDefaultController<Uint8Array> | undefined;
    const cancel = (): void => {
      port.postMessage('cancel');
      port.close();
    };
    AbortSignal.any(ended ? [ended, open.signal] : [open.signal]).addEventListener('abort', () => {
      cancel();
      const reason = new DOMException('The request was aborted', 'AbortError');
      reject(reason);
      parts?.error(reason);
    });
    port.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data === 'end') {
        parts?.close();
        port.close();
      } else if (data instanceof Uint8Array) parts?.enqueue(data);
      else if ('error' in data) {
        const error = new TypeError(data.error);
        reject(error);
        parts?.error(error);
      } else {
        const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
          parts = controller;
        };
        const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({ start, cancel });
        // These statuses have no body.
        resolve(new Response([204, 205, 304].includes(data.status) ? null : stream, data));
      }
    };
    const question: Question = { path, init: { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) } };
    worker.postMessage(question, [port2]);
  });
}
