import type { RpcAnswer, RpcQuestion } from '../../stacks/client.js';

/** As `fetch` of Node. */
const MOST_REDIRECTS = 20;
/** A Response with one of these statuses may have no body. */
const EMPTY: readonly number[] = [101, 204, 205, 304];

/** Asks a server of this process. An answer whose end is open is a stream; it ends with the signal. */
export type AskLocal = (
  question: RpcQuestion & { signal: AbortSignal },
) => Promise<Omit<RpcAnswer, 'body'> & { body: RpcAnswer['body'] | ReadableStream<Uint8Array> }>;

/**
 * Creates a `fetch` for a server of this process.
 * @param baseUrl without trailing slash; requests below it are for the server
 */
export function fetchWithin(baseUrl: string, ask: AskLocal): typeof fetch {
  const { pathname: base } = new URL(`${baseUrl}/`);
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    const { pathname, search } = new URL(request.url);
    const question = {
      method: request.method,
      target: `${pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname}${search}`,
      contentType: request.headers.get('content-type') ?? undefined,
      authorization: request.headers.get('authorization') ?? undefined,
      headers: Object.fromEntries(request.headers),
      body: request.body === null ? undefined : new Uint8Array(await request.arrayBuffer()),
      signal,
    };
    // As `fetch`: what is aborted already is not sent.
    signal.throwIfAborted();
    const asking = request.redirect === 'follow' ? askAgain(ask, question) : ask(question);
    const { status, headers, body } = await unlessAborted(asking, signal);
    const given = EMPTY.includes(status) ? null : typeof body === 'string' || body instanceof ReadableStream ? body : new Uint8Array(body);
    return Object.defineProperty(new Response(given, { status, headers }), 'url', { value: request.url });
  };
}

/** Follows redirects of requests without a body, which a server of this process sends to paths of its own. */
async function askAgain(ask: AskLocal, question: Parameters<AskLocal>[0]): ReturnType<AskLocal> {
  let answer = await ask(question);
  for (let redirects = 0; redirects < MOST_REDIRECTS && question.body === undefined; redirects++) {
    const { status, headers } = answer;
    const { location } = headers;
    if (status < 301 || status > 308 || status === 304 || location === undefined) break;
    answer = await ask({ ...question, target: location });
  }
  return answer;
}

/** A server that does not know of the signal goes on, but nobody waits for it. */
async function unlessAborted<T>(asking: Promise<T>, signal: AbortSignal): Promise<T> {
  asking.catch(() => undefined);
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([asking, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
