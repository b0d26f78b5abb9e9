import { field, readObject } from '../../../base/json.js';
import { feesOf, histogram } from '../../esplora/routes/mempool.js';
import { badRequest } from '../error.js';
import type { Call, Method } from '../method.js';
import { optional, readWhole, required } from '../parameters.js';
import { NEWEST, OLDEST } from '../version.js';
import { askNode } from './transactions.js';

/** 1 sat for each virtual byte, in BTC per 1,000: wallets refuse less, as they do of Esplora. */
const LOWEST_ESTIMATE = 0.000_01;
const MODES = [null, 'CONSERVATIVE', 'ECONOMICAL', 'UNSET'];

/** The methods about the server, and those about fees. `server.version` is the session's. */
export const serverMethods: Readonly<Record<string, Method>> = {
  'server.banner': {
    parameters: [],
    run: (_, { server }) => `${server.software}: a local network for tests. Its coins are worth nothing.`,
  },
  'server.donation_address': { parameters: [], run: () => '' },
  'server.add_peer': { parameters: required('features'), run: () => false },
  'server.peers.subscribe': { parameters: [], run: () => [] },
  'server.ping': { parameters: [], run: () => null },
  'server.features': {
    parameters: [],
    run: (_, { chain, server: { software, host, port } }) => ({
      hosts: { [host]: { tcp_port: port, ssl_port: null, ws_port: port } },
      pruning: null,
      server_version: software,
      protocol_min: OLDEST,
      protocol_max: NEWEST,
      genesis_hash: chain.blockAt(0)?.hash,
      hash_function: 'sha256',
      services: [`tcp://${host}:${port}`, `ws://${host}:${port}`],
    }),
  },
  'blockchain.estimatefee': {
    parameters: [...required('number'), optional('mode', null)],
    async run([blocks, mode], { node }) {
      const target = readWhole(blocks, 'number');
      if (!MODES.some((known) => known === mode)) throw badRequest(`unknown estimatefee mode: ${String(mode)}`);
      const answer = readObject(await askNode(node, 'estimatesmartfee', mode === null ? [target] : [target, mode]), 'estimatesmartfee');
      if ('feerate' in answer) return answer.feerate;
      // Blocks come on demand, so the lowest fee that the mempool takes is enough. Clients refuse -1, which stands for no estimate.
      return Math.max(LOWEST_ESTIMATE, Number((await mempoolInfo(node))['mempoolminfee']));
    },
  },
  'blockchain.relayfee': {
    parameters: [],
    until: '1.4.2',
    run: async (_, { node }) => (await mempoolInfo(node))['minrelaytxfee'],
  },
  'mempool.get_info': { parameters: [], since: '1.6', run: (_, { node }) => mempoolInfo(node) },
  'mempool.get_fee_histogram': { parameters: [], run: (_, { chain }) => histogram(feesOf(chain)) },
};

/** The fee rates of the mempool, in BTC per 1,000 virtual bytes. */
async function mempoolInfo(node: Call['node']): Promise<Record<string, unknown>> {
  const info = readObject(await askNode(node, 'getmempoolinfo', []), 'getmempoolinfo');
  return Object.fromEntries(['mempoolminfee', 'minrelaytxfee', 'incrementalrelayfee'].map((name) => [name, field(info, name)]));
}
