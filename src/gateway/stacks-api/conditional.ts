import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from '#platform/crypto.js';

const REVALIDATE = 'public, no-cache, must-revalidate';

/**
 * Adds the `ETag` of a body to its answer, or replaces the body by status 304 if the client has it. The tag is the hash of the body, so
 * whatever a route reads, its tag changes exactly when its body does.
 */
export function answerConditionally({ headers }: FastifyRequest, reply: FastifyReply, body: unknown): unknown {
  // A redirect has no body.
  const content = body ?? reply.getHeader('location');
  if (typeof content !== 'string') return body;
  const tag = `"${createHash('sha256').update(content).digest('hex')}"`;
  reply.header('cache-control', REVALIDATE);
  // The real API's 304 has no `ETag`.
  const known = headers['if-none-match']?.split(/,\s*/).map((entry) => entry.replace(/^W\//, ''));
  if (known?.includes(tag)) {
    reply.code(304).removeHeader('content-type');
    return '';
  }
  reply.header('etag', tag);
  return body;
}
