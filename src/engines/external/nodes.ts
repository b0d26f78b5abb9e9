import { type BitcoinClient, createBitcoinClient } from '../../chains/bitcoin/client/client.js';
import { createStacksClient, type StacksClient } from '../../chains/stacks/client/client.js';
import { DevnetError } from '../../error.js';
import type { Chains } from '../chains.js';
import type { EngineOptions, EngineServices, PoxLengths } from '../engine.js';

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
  readonly bitcoin: BitcoinClient;
  readonly stacks: StacksClient;
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
  const bitcoin = createBitcoinClient(services.bitcoin);
  const stacks = createStacksClient(services.stacks);
  return {
    services,
    bitcoin,
    stacks,
    async chains() {
      const [{ chain }, { networkId, parentNetworkId }] = await Promise.all([bitcoin.blockchain().catch(explainRefusal), stacks.info()]);
      return { bitcoin: chain, stacks: { networkId, parentNetworkId } };
    },
    async pox() {
      const { firstBurnHeight, rewardLength, prepareLength, epochId } = await stacks.pox();
      return { lengths: { firstBurnHeight, rewardLength, prepareLength }, epoch: epochName(epochId) };
    },
  };
}

/** Without credentials and trailing slashes. */
function baseUrl(text: string): string {
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

/** `Epoch34` is 3.4, `Epoch2_05` 2.05, as stacks-core writes them. */
function epochName(id: string): string {
  const [, major, minor] = /^Epoch(\d)_?(\d+)$/.exec(id) ?? [];
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
