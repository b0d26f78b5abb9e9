import { Agent } from 'node:http';
import { ask, type Queue } from '../load.js';

/** A client of the gateway of a network, with keep-alive. */
export function gatewayClient(url: string) {
  const agent = new Agent({ keepAlive: true });
  const request = async (method: 'GET' | 'POST', route: string, body?: { type: string; bytes: Uint8Array }): Promise<string> => {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': body.type };
    const { status, text } = await ask(agent, `${url}${route}`, { method, headers }, body?.bytes);
    if (status === undefined || status >= 300 || status === 202) throw new Error(`${method} ${route}: ${status} ${text}`);
    return text;
  };
  const post = (route: string, body: unknown = {}) =>
    request('POST', route, { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) });
  return {
    info: () => request('GET', '/v2/info'),
    list: () => request('GET', '/extended/v1/tx?limit=20'),
    fund: (address: string) => post(`/extended/v1/faucets/stx?address=${address}&wait=true`),
    mine: (count: number) => post('/devnet/v1/mine', { bitcoin: count }),
    snapshot: async () => String(JSON.parse(await post('/devnet/v1/snapshots')).id),
    restore: (id: string) => post(`/devnet/v1/snapshots/${id}/restore`),
    async confirm({ txid, bytes }: Queue[number]) {
      await request('POST', '/v2/transactions', { type: 'application/octet-stream', bytes });
      await request('GET', `/devnet/v1/tx/${txid}/wait`);
    },
    close: () => agent.destroy(),
  };
}
