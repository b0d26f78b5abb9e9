import { DevnetError } from '../../../base/error.js';
import { type Answer, RpcError } from './answer.js';
import type { RpcNode } from './node.js';
import { parseContentType, UNDECODABLE } from './request.js';
import { ROUTES } from './routes.js';

/** A request before routing. `target` is the path with its query, unchanged. */
export type RawRequest = {
  method: string;
  target: string;
  contentType: string | undefined;
  authorization: string | undefined;
  body: Buffer;
};

/** Finds the route and returns its answer. Never rejects: errors become answers, too. */
export async function dispatch(node: RpcNode, request: RawRequest): Promise<Answer> {
  try {
    const contentType = parseContentType(request.contentType);
    const { pathname, searchParams } = parseTarget(request.target);
    // The last value of a repeated key counts.
    const query = searchParams.size < 2 ? searchParams : new URLSearchParams(Object.fromEntries(searchParams));
    const path = decodePath(pathname);
    const allowed: string[] = [];
    let matched = false;
    let wrongParameter = false;
    for (const route of ROUTES) {
      const match = route.strict.exec(path);
      if (match === null) {
        if (!route.loose?.test(path)) continue;
        allowed.push(route.method);
        wrongParameter ||= route.method === request.method;
        continue;
      }
      matched = true;
      allowed.push(route.method);
      if (route.method !== request.method) continue;
      const { authorization, body } = request;
      return await route.handle(node, { path, params: match.groups ?? {}, query, contentType, authorization, body });
    }
    if (!matched && wrongParameter) return textAnswer(400, `Invalid path parameters for '${path}'`);
    if (allowed.length === 0) return textAnswer(404, 'No such file or directory');
    const allow = allowed.join(', ');
    return { ...textAnswer(405, `Method Not Allowed. Allowed: ${allow}`), allow };
  } catch (error) {
    if (error instanceof RpcError) return textAnswer(error.status, error.message);
    if (error instanceof DevnetError && error.code === 'ORIGIN') return forkSourceAnswer(error);
    return textAnswer(500, `Unhandled application error: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parseTarget(target: string): URL {
  try {
    return new URL(`http://local${target}`);
  } catch {
    throw new RpcError(400, UNDECODABLE);
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new RpcError(400, UNDECODABLE);
  }
}

/** No node has such an answer: its state is its own. */
function forkSourceAnswer({ code, message, reason }: DevnetError): Answer {
  return { status: 502, contentType: 'application/json', body: JSON.stringify({ error: message, code, reason }) };
}

export function textAnswer(status: number, body: string): Answer {
  return { status, contentType: 'text/plain', body };
}
