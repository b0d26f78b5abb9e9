import type { AskRpc, RpcAnswer, RpcQuestion } from '../../stacks/client.js';

/** As `fetch` of Node. */
const MOST_REDIRECTS = 20;
/** A Response with one of these statuses may have no body. */
const EMPTY: readonly number[] = [101, 204, 205, 304];

/**
 * Creates a `fetch` for a server of this process.
 * @param baseUrl without trailing slash; requests below it are for the server
 */
export function fetchWithin(baseUrl: string, ask: AskRpc): typeof fetch {
  const { pathname: base } = new URL(`${baseUrl}/`);
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const question: RpcQuestion = {
      method: request.method,
      target: `${pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname}${search}`,
      contentType: request.headers.get('content-type') ?? undefined,
      authorization: request.headers.get('authorization') ?? undefined,
      headers: Object.fromEntries(request.headers),
      body: request.body === null ? undefined : new Uint8Array(await request.arrayBuffer()),
    };
    const { status, headers, body } = await (request.redirect === 'follow' ? askAgain(ask, question) : ask(question));
    return new Response(EMPTY.includes(status) ? null : typeof body === 'string' ? body : new Uint8Array(body), { status, headers });
  };
}

/** Follows redirects of requests without a body, which a server of this process sends to paths of its own. */
async function askAgain(ask: AskRpc, question: RpcQuestion): Promise<RpcAnswer> {
  let answer = await ask(question);
  for (let redirects = 0; redirects < MOST_REDIRECTS && question.body === undefined; redirects++) {
    const { status, headers } = answer;
    const { location } = headers;
    if (status < 301 || status > 308 || status === 304 || location === undefined) break;
    answer = await ask({ ...question, target: location });
  }
  return answer;
}
