import { type Answer, RpcError } from './answer.js';
import type { RpcNode } from './node.js';
import { parseContentType, UNDECODABLE } from './request.js';
import { ROUTES } from './routes.js';

/** A request before it is known which route takes it. `target` is path and query as they were sent. */
export type RawRequest = { method: string; target: string; contentType: string | undefined; body: Buffer };

/** Finds the route and has it answer. Never rejects: what goes wrong is an answer, too. */
export async function dispatch(node: RpcNode, request: RawRequest): Promise<Answer> {
  try {
    const contentType = parseContentType(request.contentType);
    const [target = ''] = request.target.split('#', 1);
    const mark = target.indexOf('?');
    const path = decodePath(mark < 0 ? target : target.slice(0, mark));
    const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
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
      return await route.handle(node, { path, params: match.groups ?? {}, query, contentType, body: request.body });
    }
    if (!matched && wrongParameter) return textAnswer(400, `Invalid path parameters for '${path}'`);
    if (allowed.length === 0) return textAnswer(404, 'No such file or directory');
    const allow = allowed.join(', ');
    return { ...textAnswer(405, `Method Not Allowed. Allowed: ${allow}`), allow };
  } catch (error) {
    if (error instanceof RpcError) return textAnswer(error.status, error.message);
    return textAnswer(500, `Unhandled application error: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new RpcError(400, UNDECODABLE);
  }
}

export function textAnswer(status: number, body: string): Answer {
  return { status, contentType: 'text/plain', body };
}
