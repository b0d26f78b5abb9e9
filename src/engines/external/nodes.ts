import { createSingleFlight } from '../../base/async.js';
import { DevnetError } from '../../base/error.js';
import { type BitcoinClient, createBitcoinClient } from '../../bitcoin/client.js';
import { createStacksClient, type StacksClient } from '../../stacks/client.js';
import type { Chains, EngineOptions, EngineServices, PoxLengths } from '../../stacks/engine.js';

/** The URLs of external nodes. */
export type NodeUrls = {
  /** May contain user name and password. */
  bitcoinRpc: string;
  stacksRpc: string;
  /** The Stacks node's `auth_token`. */
  stacksToken?: string | undefined;
};

/** Clients of external nodes. */
export type Nodes = {
  readonly services: EngineServices;
  readonly bitcoin: BitcoinClient;
  readonly stacks: StacksClient;
  chains(): Promise<Chains>;
  pox(): Promise<{ lengths: PoxLengths; epoch: string }>;
};

/** HTTP statuses with which bitcoind rejects user name and password. */
const REFUSED = [401, 403];

/** @param bitcoin user name and password if the URL has none */
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
    // Hundreds of payments at once need one answer.
    chains: createSingleFlight(async () => {
      const [{ chain }, { networkId, parentNetworkId }] = await Promise.all([bitcoin.blockchain().catch(explainRefusal), stacks.info()]);
      return { bitcoin: chain, stacks: { networkId, parentNetworkId } };
    }).run,
    async pox() {
      const { firstBurnHeight, rewardLength, prepareLength, epoch } = await stacks.pox();
      return { lengths: { firstBurnHeight, rewardLength, prepareLength }, epoch };
    },
  };
}

/** Removes credentials and trailing slashes. */
function baseUrl(text: string): string {
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

/** @throws DevnetError INVALID_INPUT for credentials that bitcoind rejects, else the error itself */
export function explainRefusal(error: unknown): never {
  if (!(error instanceof DevnetError && error.code === 'RPC' && REFUSED.includes(error.rpcCode ?? 0))) throw error;
  throw new DevnetError('INVALID_INPUT', 'external.bitcoinRpc: bitcoind rejects the user name or the password', {
    field: 'external.bitcoinRpc',
    expected: 'a URL with the rpcuser and rpcpassword of the node, as in http://user:password@host:port',
    hint: 'Without them, bitcoin.rpcUser and bitcoin.rpcPassword are used.',
    cause: error,
  });
}
