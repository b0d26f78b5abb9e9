import type { Readable } from 'node:stream';
import type { RpcAnswer, RpcQuestion } from '../../../chains/stacks/client/ask.js';
import type { Answer } from './answer.js';
import { dispatch, textAnswer } from './dispatch.js';
import type { RpcNode } from './node.js';
import { UNDECODABLE } from './request.js';

/** The largest body that the node takes: 16 MB and a little. */
const MAX_BODY = 16 * 1024 * 1024 + 1;

/** Answers one request as stacks-node does, however it came. @throws what the body's stream failed with */
export async function respond(
  node: RpcNode,
  { method, target, contentType, authorization, body: source }: RpcQuestion,
): Promise<RpcAnswer> {
  const body = source instanceof Uint8Array ? Buffer.from(source) : source === undefined ? Buffer.alloc(0) : await readBody(source);
  if (body === undefined) return withHeaders(node, textAnswer(400, 'Failed to decode: Invalid Http request: body is too big'));
  return withHeaders(node, await dispatch(node, { method, target, contentType, authorization, body }));
}

/** The answer to what is not even HTTP to the node. */
export function undecodableAnswer(node: RpcNode): RpcAnswer {
  return withHeaders(node, textAnswer(400, UNDECODABLE));
}

function withHeaders(node: RpcNode, { status, contentType, body, allow }: Answer): RpcAnswer {
  const headers: RpcAnswer['headers'] = {
    Server: 'stacks/2.0',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': 'origin, content-type',
    'Access-Control-Allow-Methods': 'POST, GET, OPTIONS',
    'Content-Type': contentType,
    'Content-Length': String(Buffer.byteLength(body)),
  };
  if (status < 400) headers['X-Canonical-Stacks-Tip-Height'] = String(node.state.ledger.tip.height);
  if (allow !== undefined) headers['Allow'] = allow;
  return { status, headers, body };
}

/** @returns undefined for a body that is too big, the rest of which nobody reads */
function readBody(source: Readable): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    source.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BODY) {
        source.pause();
        resolve(undefined);
      } else chunks.push(chunk);
    });
    source.once('end', () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
    source.once('error', reject);
    // the client went away while it sent
    source.once('close', () => reject(new Error('the request broke off')));
  });
}
