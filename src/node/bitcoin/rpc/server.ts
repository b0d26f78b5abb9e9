import { isUtf8 } from 'node:buffer';
import { once } from '../../../once.js';
import { uptimeMs } from '../../../uptime.js';
import type { NodeCore } from '../core.js';
import type { HttpHandler } from '../http/connection.js';
import type { HttpRequest } from '../http/request-reader.js';
import { faultPage, type HttpReply } from '../http/response.js';
import { startHttpServer } from '../http/server.js';
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
  /** Whether methods that bitcoind refuses reach the handler, too. @default false */
  anyMethod?: boolean | undefined;
  /** Loads the handler, with the first request. Its result is undefined for paths that it does not know. */
  load(): Promise<(request: HttpRequest, call: CallMethod) => Promise<HttpReply | undefined>>;
};

export type RpcServerOptions = {
  core: NodeCore;
  host: string;
  /** 0 for a free port. */
  port: number;
  user: string;
  password: string;
  /** Further users, and what users may call. */
  access?: RpcAccess | undefined;
  /** Called after the reply to a client's `stop`. */
  onStop: () => void;
  /** What the server serves besides JSON-RPC. The first route that matches wins. @default nothing */
  routes?: readonly HttpRoute[] | undefined;
  /** The time a client may take to send a request, in milliseconds. @default 30000, as in bitcoind */
  requestTimeoutMs?: number | undefined;
};

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
  access = {},
  onStop,
  routes = [],
  requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS,
}: RpcServerOptions): Promise<{ url: string; close(): Promise<void> }> {
  const userOf = createUserCheck(user, password, access);
  const mayCall = createMethodCheck(access);
  const shared = { core, startedAt: uptimeMs(), running: new Set<RunningCall>() };
  // With the first call, because the start of a network does not need it.
  const load = once(loadHandling);

  const handle: HttpHandler = (request, onGone) => {
    const route = routes.find(({ prefixes }) => prefixes.some((prefix) => request.path.startsWith(prefix)));
    const refused = route?.anyMethod === true ? undefined : unserved(request);
    if (refused !== undefined) return refused;
    if (route !== undefined) return answerRoute(route, request, onGone);
    return refusal(request) ?? authorize(request, onGone);
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
    const headers = reply.status === 204 ? {} : { 'Content-Type': 'application/json' };
    return { ...reply, headers, onSent: stopping ? onStop : undefined };
  };

  return startHttpServer({
    host,
    port,
    handle,
    timeoutMs: requestTimeoutMs,
    maxHeadSize: MAX_HEAD_SIZE,
    maxBodySize: MAX_BODY_SIZE,
  });
}

/** Returns the refusal of a request whose HTTP method bitcoind does not serve. */
function unserved({ method }: HttpRequest): HttpReply | undefined {
  if (!HTTP_METHODS.includes(method)) return faultPage(501);
  return method === 'DELETE' ? textReply(405, '') : undefined;
}

/** Returns the refusal of a request that is not a call, if any. */
function refusal({ method, path }: HttpRequest): HttpReply | undefined {
  if (!isRpcPath(path)) return textReply(404, '');
  return method === 'POST' ? undefined : textReply(405, 'JSONRPC server handles only POST requests');
}

function textReply(status: number, body: string, headers: Record<string, string> = {}): HttpReply {
  return { status, headers: { ...headers, 'Content-Type': 'text/html; charset=ISO-8859-1' }, body };
}
