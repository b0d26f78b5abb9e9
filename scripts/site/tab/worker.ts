// What code in a tab finds: it runs in a worker of its own, whose main module imports this one first.
import { inspect } from './inspect.js';
import { KEPT_LINES, type Line, type Network, type Question, type Report } from './messages.js';

const scope = globalThis;
const report = (message: Report): void => scope.postMessage(message);

/** The network that was started last: the views show it, and `fetch` asks it. */
let network: Network | undefined;

/** Makes a network that of the views. */
export function follow(started: Network): void {
  network = started;
  report({ type: 'network' });
  started.subscribe((event) => {
    if (network === started && event.type === 'stacks.block')
      report({ type: 'transactions', txids: event.receipts.map(({ txid }) => txid) });
  });
}

/** The last statement of the code. */
export function finish(): void {
  flush();
  report({ type: 'finished' });
}

// Bundlers of front ends add the first, and pages have the second.
Object.assign(scope, { Buffer, window: scope });

/** Lines that the page does not have yet. A loop that writes without an end must not keep the page busy. */
let lines: Line[] = [];
let flushed = 0;
const PAUSE_MS = 50;

function flush(): void {
  flushed = performance.now();
  if (lines.length > 0) report({ type: 'lines', lines: lines.slice(-KEPT_LINES) });
  lines = [];
}

for (const level of ['log', 'info', 'debug', 'warn', 'error'] as const) {
  console[level] = (...values: unknown[]) => {
    if (lines.length === 0) setTimeout(flush, PAUSE_MS);
    const text = values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ');
    lines.push({ isError: level === 'warn' || level === 'error', text });
    // Code that does not wait for anything lets no timer run.
    if (performance.now() - flushed > PAUSE_MS) flush();
  };
}

const ownFetch = scope.fetch.bind(scope);
/** The hosts of a network that does not listen end with `.invalid`. Others are for the policy of the page. */
scope.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, scope.location.origin);
  return network !== undefined && url.hostname.endsWith('.invalid') ? network.fetch(input, init) : ownFetch(input, init);
};

scope.addEventListener('error', (event) => {
  event.preventDefault();
  fail(event.error ?? event.message);
});
scope.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  fail(event.reason);
});

function fail(error: unknown): void {
  const { message, stack, code } = (typeof error === 'object' && error !== null ? error : { message: inspect(error) }) as Partial<Error> & {
    code?: unknown;
  };
  // The code is the only module without a file.
  const line = /blob:[^\s)]*?:(\d+):\d+/.exec(stack ?? '')?.[1];
  const name = typeof code === 'string' ? code : error instanceof Error ? error.name : undefined;
  flush();
  report({
    type: 'failed',
    message: [name === 'Error' ? undefined : name, message].filter((part) => part !== undefined).join(': '),
    line: line === undefined ? undefined : Number(line),
  });
}

/** Requests of the views. A port carries one answer: its head, its body in parts, and its end. */
scope.onmessage = async ({ data: { path, init }, ports: [port] }: MessageEvent<Question>) => {
  if (port === undefined) return;
  const controller = new AbortController();
  port.onmessage = () => controller.abort();
  try {
    if (network === undefined) throw new Error('the code has not started a network');
    const { status, headers, body } = await network.fetch(path, { ...init, signal: controller.signal });
    port.postMessage({ status, headers: [...headers] });
    const reader = body?.getReader();
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) port.postMessage(part.value);
    port.postMessage('end');
  } catch (error) {
    port.postMessage({ error: String(error) });
  }
};

// What the site keeps is not for code of others, which a link may bring. A worker of this worker would have it again.
forget(scope, ['caches', 'indexedDB', 'Worker', 'BroadcastChannel']);
forget(scope.navigator, ['storage', 'serviceWorker', 'locks']);

function forget(owner: object, names: string[]): void {
  for (let holder: object | null = owner; holder !== null; holder = Object.getPrototypeOf(holder)) {
    for (const name of names) Reflect.deleteProperty(holder, name);
  }
}
