import type { Readable } from 'node:stream';
import type { RpcAnswer, RpcQuestion } from '../../../chains/stacks/client/ask.js';
import type { Answer } from './answer.js';
import { dispatch, textAnswer } from './dispatch.js';
import type { RpcNode } from './node.js';
import { UNDECODABLE } from './request.js';

/** The size limit of a body: 16 MB and one byte. */
const MAX_BODY = 16 * 1024 * 1024 + 1;

/** Answers one request as stacks-node does. @throws the error of the body's stream */
export async function respond(
  node: RpcNode,
  { method, target, contentType, authorization, body: source }: RpcQuestion,
): Promise<RpcAnswer> {
  const body = source instanceof Uint8Array ? Buffer.from(source) : source === undefined ? Buffer.alloc(0) : await readBody(source);
  if (body === undefined) return withHeaders(node, textAnswer(400, 'Failed to decode: Invalid Http request: body is too big'));
  return withHeaders(node, await dispatch(node, { method, target, contentType, authorization, body }));
}

/** The answer to a request that the node does not accept as HTTP. */
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

/** Reads a body; undefined if it is too big, without reading the rest. */
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
    // The client disconnected before the end of its body.
    source.once('close', () => reject(new Error('the request broke off')));
  });
}
