import { createPortGuard } from '#platform/port-guard.js';
import { isUtf8 } from '#platform/text.js';
import { once } from '../../../base/async.js';
import { uptimeMs } from '../../../base/uptime.js';
import type { NodeCore } from '../core.js';
import type { HttpHandler } from '../http/connection.js';
import type { HttpHead } from '../http/head.js';
import type { HttpRequest } from '../http/request-reader.js';
import { faultPage, type HttpReply } from '../http/response.js';
import { startHttpServer } from '../http/server.js';
import type { BitcoinListenOptions } from '../types.js';
import { createMethodCheck, createUserCheck, type RpcAccess } from './access.js';
import type { Json } from './json/json.js';
import { loadHandling } from './load-handling.js';
import type { MethodContext, RunningCall } from './method.js';
import { isRpcPath, walletOf } from './wallet-path.js';

/** Calls a method as a request does. @throws RpcError */
export type CallMethod = (method: string, params: Json[]) => Promise<Json>;

/** Requests with a path of their own, which need no authorization. */
export type HttpRoute = {
  /** The beginnings of the paths. */
  prefixes: readonly string[];
  /** Whether pages on any origin may call it, with any method. @default false: as the RPC */
  isPublic?: boolean | undefined;
  /** The maximum of bytes of a body. @default 65536 */
  maxBodySize?: number | undefined;
  /** Loads the handler, with the first request. Its result is undefined for paths that it does not know. */
  load(): Promise<(request: HttpRequest, call: CallMethod) => Promise<HttpReply | undefined>>;
};

export type RpcServerOptions = BitcoinListenOptions & {
  core: NodeCore;
  /** Further users, and what users may call. */
  access?: RpcAccess | undefined;
  onStop: () => void;
  /** What the server serves besides JSON-RPC. The first route that matches wins. @default nothing */
  routes?: readonly HttpRoute[] | undefined;
  /** The time a client may take to send a request, in milliseconds. @default 30000, as in bitcoind */
  requestTimeoutMs?: number | undefined;
};

const PAGE_HINT = (origin: string) => `A network allows them with control.origins (--control-origin ${origin}).`;
/** bitcoind's limits: 32 MiB of body, 8 KiB of headers. */
const MAX_BODY_SIZE = 0x02000000;
const MAX_HEAD_SIZE = 8192;
/** The methods that bitcoind's HTTP library accepts. bitcoind itself refuses DELETE. */
const HTTP_METHODS: readonly string[] = ['GET', 'POST', 'HEAD', 'PUT', 'DELETE'];
const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;

/**
 * Serves JSON-RPC over HTTP as bitcoind does.
 * @returns its URL without trailing slash, and an idempotent function that stops it and cuts open connections
 * @throws the system's error when it cannot listen
 */
export function startServer({
  core,
  host,
  port,
  user,
  password,
  allowedHosts,
  origins,
  access = {},
  onStop,
  routes = [],
  requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS,
}: RpcServerOptions): Promise<{ url: string; close(): Promise<void> }> {
  const userOf = createUserCheck(user, password, access);
  const mayCall = createMethodCheck(access);
  const guard = createPortGuard({ host, what: 'the Bitcoin RPC', allowedHosts, origins, pageHint: PAGE_HINT });
  const shared = { core, startedAt: uptimeMs(), running: new Set<RunningCall>() };
  // With the first call, because the start of a network does not need it.
  const load = once(loadHandling);

  const routeOf = (path: string): HttpRoute | undefined =>
    routes.find(({ prefixes }) => prefixes.some((prefix) => path.startsWith(prefix)));
  const handle: HttpHandler = (request, onGone) => {
    const route = routeOf(request.path);
    const refused = route?.isPublic === true ? undefined : (unserved(request) ?? forbidden(guard(request)));
    if (refused !== undefined) return refused;
    if (route !== undefined) return answerRoute(route, request, onGone);
    return refusal(request) ?? authorize(request, onGone);
  };

  /** Blocks are long, but only for users: somebody else may not fill the memory. */
  const maxBodySize = ({ path, header }: HttpHead): number => {
    const route = routeOf(path);
    if (route !== undefined) return route.maxBodySize ?? 0;
    return userOf(header('authorization')) === undefined ? 0 : MAX_BODY_SIZE;
  };

  const createContext = (caller: Pick<MethodContext, 'user' | 'mayCall' | 'onGone' | 'stop'>, path = '/'): MethodContext => ({
    ...shared,
    ...caller,
    walletName: walletOf(path),
  });
  const loaded = new Map<HttpRoute, ReturnType<HttpRoute['load']>>();
  const loadRoute = (route: HttpRoute): ReturnType<HttpRoute['load']> => {
    const handler = loaded.get(route) ?? route.load();
    loaded.set(route, handler);
    return handler;
  };
  const answerRoute = async (route: HttpRoute, request: HttpRequest, onGone: MethodContext['onGone']): Promise<HttpReply> => {
    if (core.warmup !== undefined) {
      return { status: 503, headers: { 'Content-Type': 'text/plain' }, body: `Service temporarily unavailable: ${core.warmup}\r\n` };
    }
    const respond = await loadRoute(route);
    const context = createContext({ user: '', mayCall: () => true, onGone, stop: onStop });
    const reply = await respond(request, async (method, params) => (await load()).call(method, params, context));
    return reply ?? textReply(404, '');
  };

  const authorize = (request: HttpRequest, onGone: MethodContext['onGone']): HttpReply | Promise<HttpReply> => {
    const name = userOf(request.header('authorization'));
    return name === undefined ? textReply(401, '', { 'WWW-Authenticate': 'Basic realm="jsonrpc"' }) : answer(name, request, onGone);
  };

  const answer = async (name: string, { body, path }: HttpRequest, onGone: MethodContext['onGone']): Promise<HttpReply> => {
    let stopping = false;
    const stop = (): void => {
      stopping = true;
    };
    const context = createContext({ user: name, mayCall: (method) => mayCall(name, method), onGone, stop }, path);
    const { handleText } = await load();
    const reply = await handleText(isUtf8(body) ? body.toString('utf8') : undefined, context);
    const headers: Record<string, string> = reply.status === 204 ? {} : { 'Content-Type': 'application/json' };
    return { ...reply, headers, onSent: stopping ? onStop : undefined };
  };

  return startHttpServer({
    host,
    port,
    handle,
    timeoutMs: requestTimeoutMs,
    maxHeadSize: MAX_HEAD_SIZE,
    maxBodySize,
  });
}

/** Returns the refusal of a request whose HTTP method bitcoind does not serve. */
function unserved({ method }: HttpRequest): HttpReply | undefined {
  if (!HTTP_METHODS.includes(method)) return faultPage(501);
  return method === 'DELETE' ? textReply(405, '') : undefined;
}

/** Converts the refusal of the guard of the port, which real bitcoind does not have. */
function forbidden(error: Error | undefined): HttpReply | undefined {
  return error && textReply(403, `${error.message}\n`);
}

/** Returns the refusal of a request that is not a call, if any. */
function refusal({ method, path }: HttpRequest): HttpReply | undefined {
  if (!isRpcPath(path)) return textReply(404, '');
  return method === 'POST' ? undefined : textReply(405, 'JSONRPC server handles only POST requests');
}

function textReply(status: number, body: string, headers: Record<string, string> = {}): HttpReply {
  return { status, headers: { ...headers, 'Content-Type': 'text/html; charset=ISO-8859-1' }, body };
}
