import { DevnetError, messageOf } from '../../base/error.js';
import type { AskRpc } from '../../stacks/client.js';

/** The gateway of a network. */
export type Gateway = {
  /** Without trailing slash. */
  url: string;
  /** That of the network, which may have no port. */
  fetch: typeof fetch;
};

/** Asks a gateway for what the node answers. */
export function askThrough({ url, fetch }: Gateway): AskRpc {
  return async ({ method, target, contentType, authorization, body }) => {
    const headers = { ...(contentType && { 'content-type': contentType }), ...(authorization && { authorization }) };
    try {
      const answer = await fetch(`${url}${target}`, { method, headers, ...(body && { body: body as Uint8Array<ArrayBuffer> }) });
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: Buffer.from(await answer.arrayBuffer()) };
    } catch (error) {
      throw new DevnetError('NOT_REACHABLE', `no gateway answers at ${url} (${messageOf(error)})`, { cause: error });
    }
  };
}
