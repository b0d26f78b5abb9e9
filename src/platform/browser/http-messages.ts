import { EventEmitter } from 'node:events';
import { absent } from './absent.js';

/** What Fastify and light-my-request need of Node's module: a response without a connection. */

const noConnections = absent('connections of its own: it has fetch');

export { noConnections as get, noConnections as request };

/** Fastify creates one that never listens. */
export function createServer(): EventEmitter {
  const server = new EventEmitter();
  return Object.assign(server, {
    listening: false,
    listen: absent('servers'),
    setTimeout: () => server,
    close: (done?: () => void) => done?.(),
  });
}

export const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'];
export const STATUS_CODES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

export class Agent {
  destroy(): void {}
}

export class IncomingMessage {}

type Value = number | string | readonly string[];
type Socket = EventEmitter & { destroy(): void };

class Response extends EventEmitter {
  declare req: { method?: string };
  declare statusCode: number;
  declare headersSent: boolean;
  declare destroyed: boolean;
  declare socket: Socket | null;
  declare connection: Socket | null;
  declare headers: Map<string, Value>;

  assignSocket(socket: Socket): void {
    this.socket = socket;
    this.connection = socket;
  }

  setHeader(name: string, value: Value): this {
    this.headers.set(name.toLowerCase(), value);
    return this;
  }

  appendHeader(name: string, value: Value): this {
    const before = this.headers.get(name.toLowerCase());
    return this.setHeader(name, before === undefined ? value : [before, value].flat().map(String));
  }

  getHeader(name: string): Value | undefined {
    return this.headers.get(name.toLowerCase());
  }

  hasHeader(name: string): boolean {
    return this.headers.has(name.toLowerCase());
  }

  removeHeader(name: string): void {
    this.headers.delete(name.toLowerCase());
  }

  getHeaders(): Record<string, Value> {
    return Object.fromEntries(this.headers);
  }

  getHeaderNames(): string[] {
    return [...this.headers.keys()];
  }

  writeHead(status: number, ...more: (string | Record<string, Value> | undefined)[]): this {
    this.statusCode = status;
    for (const [name, value] of Object.entries(more.find((each) => typeof each === 'object') ?? {})) this.setHeader(name, value);
    this.headersSent = true;
    return this;
  }

  flushHeaders(): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
  }

  write(): boolean {
    this.flushHeaders();
    return true;
  }

  end(callback?: () => void): this {
    this.flushHeaders();
    Object.assign(this, { finished: true, writableEnded: true, writableFinished: true });
    if (typeof callback === 'function') queueMicrotask(callback);
    return this;
  }

  setTimeout(): this {
    return this;
  }

  cork(): void {}
  uncork(): void {}

  destroy(): this {
    this.destroyed = true;
    return this;
  }
}

/** light-my-request calls it as a function, and inherits from it. */
export function ServerResponse(this: Response, req: { method?: string }): void {
  EventEmitter.call(this);
  const begun = { headersSent: false, finished: false, writable: true, writableEnded: false, writableFinished: false, destroyed: false };
  Object.assign(this, { ...begun, req, statusCode: 200, sendDate: true, socket: null, connection: null, _header: '', headers: new Map() });
}
ServerResponse.prototype = Response.prototype;
