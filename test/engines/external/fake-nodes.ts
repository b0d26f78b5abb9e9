import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a pair of fake nodes reports. */
export type FakeNodesOptions = {
  /** Core's name of the chain. */
  bitcoin: string;
  networkId: number;
  parentNetworkId: number;
  /** Answers of more RPC methods of the Bitcoin node, and its password. */
  methods?: Record<string, unknown>;
  password?: string;
};
/** All requests to the nodes, for example `getblockchaininfo`, `GET /v2/info`. */
export type FakeNodes = { urls: { bitcoin: string; stacks: string }; asked: string[] } & AsyncDisposable;

const HASH = '11'.repeat(32);
const CONSENSUS = '22'.repeat(20);
const HEIGHT = 150;

/** HTTP servers that replace bitcoind and stacks-node and record every request. They have no coins. */
export async function fakeNodes({
  bitcoin,
  networkId,
  parentNetworkId,
  methods = {},
  password = 'secret',
}: FakeNodesOptions): Promise<FakeNodes> {
  const asked: string[] = [];
  const answers: Record<string, unknown> = {
    getblockchaininfo: { chain: bitcoin, blocks: HEIGHT, bestblockhash: HASH },
    getblockhash: HASH,
    getblockheader: { height: HEIGHT, confirmations: 1 },
    getrawmempool: [],
    ...methods,
  };
  const pages: Record<string, unknown> = {
    '/v2/info': {
      burn_block_height: HEIGHT,
      stacks_tip_height: HEIGHT,
      stacks_tip: HASH,
      stacks_tip_consensus_hash: CONSENSUS,
      network_id: networkId,
      parent_network_id: parentNetworkId,
    },
    '/v2/pox': {
      first_burnchain_block_height: 0,
      current_burnchain_block_height: HEIGHT,
      reward_cycle_length: 20,
      prepare_cycle_length: 5,
      min_amount_ustx: 50_000_000_000,
      current_cycle: { id: Math.floor(HEIGHT / 20) },
      current_epoch: 'Epoch34',
    },
    '/v3/sortitions': [{ burn_block_height: HEIGHT, burn_block_hash: `0x${HASH}`, consensus_hash: `0x${CONSENSUS}`, was_sortition: true }],
  };
  pages[`/v3/sortitions/consensus/${CONSENSUS}`] = pages['/v3/sortitions'];
  const core = await listen(async (request) => {
    const expected = `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return [401, ''];
    const { method } = JSON.parse(await read(request)) as { method: string };
    asked.push(method);
    const error = method in answers ? null : { code: -32601, message: 'Method not found' };
    return [200, JSON.stringify({ result: answers[method] ?? null, error, id: 0 })];
  });
  const stacks = await listen(async (request) => {
    const path = request.url?.split('?')[0] ?? '';
    asked.push(`${request.method} ${path}`);
    const page = request.method === 'GET' ? pages[path] : undefined;
    return page === undefined ? [404, 'No such file or directory'] : [200, JSON.stringify(page)];
  });
  return {
    urls: { bitcoin: core.url.replace('://', '://user:secret@'), stacks: stacks.url },
    asked,
    async [Symbol.asyncDispose]() {
      await Promise.all([core.close(), stacks.close()]);
    },
  };
}

async function listen(answer: (request: IncomingMessage) => Promise<[status: number, body: string]>) {
  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
