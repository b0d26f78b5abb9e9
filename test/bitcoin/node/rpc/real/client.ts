import { request } from 'node:http';
import type { Answer } from '../../harness.js';

export type HttpRequest = {
  /** @default POST */
  method?: string | undefined;
  /** @default / */
  path?: string | undefined;
  /** Beside the credentials. An authorization of null is left out. */
  headers?: Record<string, string | null> | undefined;
};

export type HttpReply = { status: number; headers: Record<string, string | undefined>; text: string };

/** The headers of a reply that clients look at. */
const HEADERS = ['content-type', 'www-authenticate', 'allow'];

/** JSON-RPC over HTTP against a base URL. */
export type RpcClient = {
  readonly url: string;
  /** Sends text or bytes as they are, anything else as JSON. */
  send(body: unknown, options?: HttpRequest): Promise<HttpReply>;
  /** The result of a call. @throws the error of the answer */
  call(method: string, ...params: unknown[]): Promise<Answer>;
};

export function createClient({ url, user, password }: { url: string; user: string; password: string }): RpcClient {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const send: RpcClient['send'] = (body, { method = 'POST', path = '/', headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const given = Object.entries({ authorization, ...headers }).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
      const sent = request(`${url}${path}`, { method, headers: Object.fromEntries(given), agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const { statusCode = 0, headers: received } = response;
          resolve({
            status: statusCode,
            headers: Object.fromEntries(HEADERS.flatMap((name) => (received[name] === undefined ? [] : [[name, `${received[name]}`]]))),
            text: Buffer.concat(chunks).toString('utf8'),
          });
        });
      });
      sent.once('error', reject);
      sent.end(text);
    });
  return {
    url,
    send,
    call: async (method, ...params) => {
      const { text } = await send({ id: 1, method, params });
      const { result, error } = JSON.parse(text);
      if (error !== null) throw new Error(`${method}: ${JSON.stringify(error)}`);
      return result;
    },
  };
}
