import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StacksAnswer, StacksClient } from '../stacks/client.js';

/** Headers that are about one connection, not about the message (RFC 9110, 7.6.1), and `host`, which is the node's own. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
]);

/**
 * Forwards a request to the node and streams the response back. It sends HEAD as GET, because a stacks-node serves no HEAD, and
 * discards the body.
 * @param path of the node, when it is not that of the request
 */
export async function forward(
  node: Pick<StacksClient, 'send'>,
  request: FastifyRequest,
  reply: FastifyReply,
  path = request.url,
): Promise<FastifyReply> {
  const answer = await ask(node, request, request.body as Readable | undefined, path);
  return passBack(answer, reply);
}

/** The first half of {@link forward}, for routes that inspect the response. */
export function ask(
  node: Pick<StacksClient, 'send'>,
  request: FastifyRequest,
  body: Readable | Buffer | undefined,
  path = request.url,
): Promise<StacksAnswer> {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  return node.send({ method, path, headers: endToEnd(request.headers), body: body ?? unread(request) });
}

/** Returns the body of a GET or HEAD, which Fastify does not read. The node waits for it if the headers announce one. */
function unread({ headers, raw }: FastifyRequest): Readable | undefined {
  const announced = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return announced ? raw : undefined;
}

/** The second half of {@link forward}. */
export function passBack({ status, headers, body }: StacksAnswer, reply: FastifyReply): FastifyReply {
  const kept = endToEnd(headers);
  for (const name in kept) {
    // The node allows less across origins than the gateway, so the gateway's headers are kept.
    if (!name.startsWith('access-control-')) reply.header(name, kept[name]);
  }
  return reply.code(status).send(body);
}

function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = headers.connection
    ?.toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const kept: OutgoingHttpHeaders = {};
  for (const name in headers) if (!HOP_BY_HOP.has(name) && named?.includes(name) !== true) kept[name] = headers[name];
  return kept;
}
