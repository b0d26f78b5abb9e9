import type { Socket } from '#platform/sockets.js';
import { HttpFault } from './fault.js';
import { isCurrent, isKeptAlive } from './head.js';
import { createRequestReader, type HttpRequest, type ReaderLimits } from './request-reader.js';
import { faultPage, type HttpReply, replyData } from './response.js';

/** Answers a request. @param onGone calls its listener when the client disconnects, the server closes or the reply is sent */
export type HttpHandler = (request: HttpRequest, onGone: (listener: () => void) => void) => HttpReply | Promise<HttpReply>;

export type ConnectionOptions = ReaderLimits & {
  handle: HttpHandler;
  /** The time a client may take to send a request, or to start the next one, in milliseconds. */
  timeoutMs: number;
};

/** The limit of buffered bytes of further requests while one is being answered. */
const MAX_READ_AHEAD = 65_536;
/** Stands for a request that could not be parsed. */
const UNREAD = { method: '', version: 'HTTP/1.1' };

/** Serves one connection. Requests are answered one by one, in order. */
export function serveConnection(socket: Socket, { handle, timeoutMs, ...limits }: ConnectionOptions): void {
  const reader = createRequestReader(limits, () => socket.write('HTTP/1.1 100 Continue\r\n\r\n'));
  let answering = false;
  let ended = false;
  let leaving: (() => void)[] = [];

  // Without an answer, as in bitcoind.
  const timer = setTimeout(() => {
    if (!answering) socket.destroy();
  }, timeoutMs);

  const leave = () => {
    const listeners = leaving;
    leaving = [];
    for (const listener of listeners) listener();
  };

  const send = (reply: HttpReply, request: Pick<HttpRequest, 'method' | 'version'>, keep: boolean) => {
    const connection = keep ? (isCurrent(request.version) ? undefined : 'keep-alive') : 'close';
    socket.write(replyData(reply, request, connection), reply.onSent && (() => reply.onSent?.()));
    if (!keep) socket.end();
    answering = false;
    // The timeout of the next request, or of the client's close, starts here.
    timer.refresh();
  };

  const answer = async (request: HttpRequest) => {
    const reply = await handle(request, (listener) => {
      if (ended || socket.destroyed) listener();
      else leaving.push(listener);
    });
    leave();
    if (socket.destroyed) return;
    const keep = reply.isFault !== true && isKeptAlive(request) && !ended;
    send(reply, request, keep);
    if (socket.isPaused()) socket.resume();
    if (keep && reader.isWithin()) proceed();
  };

  const proceed = () => {
    try {
      const request = reader.next();
      if (request === undefined) return;
      answering = true;
      void answer(request);
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      send(faultPage(error.status), UNREAD, false);
    }
  };

  socket.on('data', (chunk: Buffer) => {
    if (socket.writableEnded) return;
    if (!answering && !reader.isWithin()) timer.refresh();
    reader.push(chunk);
    if (!answering) proceed();
    else if (reader.waiting() > MAX_READ_AHEAD) socket.pause();
  });
  socket.on('end', () => {
    ended = true;
    leave();
    if (!answering) socket.end();
  });
  socket.on('close', () => {
    clearTimeout(timer);
    leave();
  });
  // Network errors of a client are not errors of the node.
  socket.on('error', () => {});
}
