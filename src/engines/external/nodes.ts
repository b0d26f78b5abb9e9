import { DevnetError } from '../../error.js';
import { field, readNumber, readObject, readText } from '../../json.js';
import type { Chains } from '../chains.js';
import type { EngineOptions, EngineServices, PoxLengths } from '../engine.js';
import { type BitcoinRpc, createBitcoinRpc } from '../rpc/bitcoin-rpc.js';
import { createStacksHttp, type StacksHttp } from '../rpc/stacks-http.js';
import { createStacksRpc, type StacksRpc } from '../rpc/stacks-rpc.js';

/** Where nodes are that somebody else runs. */
export type NodeUrls = {
  /** May carry user name and password. */
  bitcoinRpc: string;
  stacksRpc: string;
  /** The Stacks node's `auth_token`. */
  stacksToken?: string | undefined;
};

/** The nodes, as far as they can be asked. */
export type Nodes = {
  readonly services: EngineServices;
  readonly bitcoin: BitcoinRpc;
  readonly stacks: StacksRpc;
  readonly http: StacksHttp;
  chains(): Promise<Chains>;
  pox(): Promise<{ lengths: PoxLengths; epoch: string }>;
};

/** Statuses of a bitcoind that does not take user name and password. */
const REFUSED = [401, 403];

/** @param bitcoin user name and password where the URL has none */
export function createNodes({ bitcoinRpc, stacksRpc }: NodeUrls, { rpcUser, rpcPassword }: EngineOptions['bitcoin']): Nodes {
  const { username, password } = new URL(bitcoinRpc);
  const named = username !== '' || password !== '';
  const services = {
    bitcoin: {
      rpcUrl: baseUrl(bitcoinRpc),
      rpcUser: named ? decodeURIComponent(username) : rpcUser,
      rpcPassword: named ? decodeURIComponent(password) : rpcPassword,
    },
    stacks: { rpcUrl: baseUrl(stacksRpc) },
  };
  const http = createStacksHttp(() => services.stacks.rpcUrl);
  const bitcoin = createBitcoinRpc({
    url: () => services.bitcoin.rpcUrl,
    user: services.bitcoin.rpcUser,
    password: services.bitcoin.rpcPassword,
  });
  return {
    services,
    bitcoin,
    http,
    stacks: createStacksRpc(() => services.stacks.rpcUrl),
    async chains() {
      const [chain, info] = await Promise.all([bitcoin.call('getblockchaininfo').catch(explainRefusal), http.getJson('/v2/info')]);
      const node = readObject(info, '/v2/info');
      return {
        bitcoin: readText(readObject(chain, 'getblockchaininfo'), 'chain'),
        stacks: { networkId: readNumber(node, 'network_id'), parentNetworkId: readNumber(node, 'parent_network_id') },
      };
    },
    async pox() {
      const pox = readObject(await http.getJson('/v2/pox'), '/v2/pox');
      const lengths = {
        firstBurnHeight: readNumber(pox, 'first_burnchain_block_height'),
        rewardLength: readNumber(pox, 'reward_cycle_length'),
        prepareLength: readNumber(pox, 'prepare_cycle_length'),
      };
      return { lengths, epoch: epochName(field(pox, 'current_epoch')) };
    },
  };
}

/** Without credentials and trailing slashes. */
function baseUrl(text: string): string {
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

/** `Epoch34` is 3.4, `Epoch2_05` 2.05, as stacks-core writes them. */
function epochName(text: unknown): string {
  const [, major, minor] = /^Epoch(\d)_?(\d+)$/.exec(typeof text === 'string' ? text : '') ?? [];
  return major === undefined || minor === undefined ? 'unknown' : `${major}.${minor}`;
}

/** @throws DevnetError INVALID_INPUT for a password that bitcoind refuses, else the error itself */
export function explainRefusal(error: unknown): never {
  if (!(error instanceof DevnetError && error.code === 'RPC' && REFUSED.includes(error.rpcCode ?? 0))) throw error;
  throw new DevnetError('INVALID_INPUT', 'external.bitcoinRpc: bitcoind refuses the user name or the password', {
    field: 'external.bitcoinRpc',
    expected: 'a URL with the rpcuser and rpcpassword of the node, as in http://user:password@host:port',
    hint: 'A URL without them takes bitcoin.rpcUser and bitcoin.rpcPassword.',
    cause: error,
  });
}
