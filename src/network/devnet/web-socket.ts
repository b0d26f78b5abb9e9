import { DevnetError, invalid, messageOf } from '../../base/error.js';

/** Opens a websocket without a connection. Text comes and goes as it is. */
export type OpenWebSocket = (events: { onMessage(text: string): void; onClose(): void }) => WebSocketWithin;

type WebSocketWithin = { send(text: string): void; close(): void };

/** Opens a websocket at a path of a gateway of this process. */
export type ConnectWithin = (path: string, events: Parameters<OpenWebSocket>[0]) => Promise<WebSocketWithin>;

/** A gateway, and how to connect to it in this process. */
type Gateway = { readonly url: string; readonly connect: ConnectWithin };

const [CONNECTING, OPEN, CLOSING, CLOSED] = [0, 1, 2, 3];
/** What a websocket reports that closed without a reason (RFC 6455, 7.4.1): no status, and a connection that was lost. */
const [NO_STATUS, LOST] = [1005, 1006];

/**
 * Creates the class of websockets to a gateway of this process, with the interface of browsers (WHATWG WebSockets).
 * @param gateway returns it; undefined if the network has none
 */
export function webSocketWithin(gateway: () => Gateway | undefined): typeof WebSocket {
  class LocalWebSocket extends EventTarget {
    static readonly CONNECTING = CONNECTING;
    static readonly OPEN = OPEN;
    static readonly CLOSING = CLOSING;
    static readonly CLOSED = CLOSED;
    readonly CONNECTING = CONNECTING;
    readonly OPEN = OPEN;
    readonly CLOSING = CLOSING;
    readonly CLOSED = CLOSED;
    readonly bufferedAmount = 0;
    readonly extensions = '';
    readonly protocol = '';
    readonly url: string;
    binaryType = 'blob';
    readyState = CONNECTING;
    onopen: Listener = null;
    onmessage: Listener = null;
    onerror: Listener = null;
    onclose: Listener = null;
    #socket: WebSocketWithin | undefined;

    constructor(url: string | URL) {
      super();
      const to = gateway();
      if (to === undefined) throw withoutGateway();
      this.url = urlBelow(to.url, url);
      const path = new URL(this.url).pathname.slice(new URL(`${to.url}/`).pathname.length - 1);
      to.connect(path, {
        onMessage: (data) => queueMicrotask(() => this.#report(new MessageEvent('message', { data }))),
        onClose: () => this.#end(this.readyState === CLOSING ? NO_STATUS : LOST),
      }).then(
        (socket) => this.#open(socket),
        (error: unknown) => {
          this.#report(Object.assign(new Event('error'), { message: messageOf(error), error }));
          this.#end(LOST);
        },
      );
    }

    send(data: string | ArrayBufferLike | ArrayBufferView): void {
      if (this.readyState === CONNECTING) throw new DOMException('The websocket is not open yet', 'InvalidStateError');
      if (this.readyState !== OPEN) return;
      const text = typeof data === 'string' ? data : new TextDecoder().decode(data as Uint8Array);
      // As over a connection: the answer comes later.
      queueMicrotask(() => this.#socket?.send(text));
    }

    close(): void {
      if (this.readyState >= CLOSING) return;
      this.readyState = CLOSING;
      queueMicrotask(() => this.#socket?.close());
    }

    #open(socket: WebSocketWithin): void {
      this.#socket = socket;
      if (this.readyState === CLOSING) {
        socket.close();
        return;
      }
      this.readyState = OPEN;
      this.#report(new Event('open'));
    }

    #end(code: number): void {
      if (this.readyState === CLOSED) return;
      this.readyState = CLOSED;
      this.#report(Object.assign(new Event('close'), { code, reason: '', wasClean: code !== LOST }));
    }

    #report(event: Event): void {
      this.dispatchEvent(event);
      this[`on${event.type as 'open' | 'message' | 'error' | 'close'}`]?.(event);
    }
  }
  return LocalWebSocket as unknown as typeof WebSocket;
}

type Listener = ((event: Event) => void) | null;

/** Creates the class of websockets to a gateway of another process. */
export function connectedWebSocket(gateway: string): typeof WebSocket {
  return class {
    constructor(url: string | URL) {
      const { WebSocket } = globalThis;
      if (WebSocket === undefined)
        throw new DevnetError('UNSUPPORTED', 'this runtime has no WebSocket', {
          hint: `Use the package ws, with ${gateway.replace(/^http/, 'ws')}/extended/v1/ws, or Node 22.`,
        });
      // biome-ignore lint/correctness/noConstructorReturn: what it is made of is the runtime's.
      return new WebSocket(urlBelow(gateway, url).replace(/^http/, 'ws'));
    }
  } as unknown as typeof WebSocket;
}

/** @returns an URL with the scheme of websockets @throws DevnetError INVALID_INPUT */
function urlBelow(gateway: string, url: string | URL): string {
  const base = gateway.replace(/^http/, 'ws');
  const text = String(url);
  const full = text.startsWith('/') && !text.startsWith('//') ? `${base}${text}` : text.replace(/^http/, 'ws');
  if (!full.startsWith(`${base}/`)) throw invalid('url', `a path, or a URL below ${base}`, text);
  return full;
}

function withoutGateway(): DevnetError {
  return new DevnetError('UNSUPPORTED', 'websockets need the gateway, which this network does not have');
}
