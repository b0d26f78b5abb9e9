import { type Child, child, emptyHome } from '../../cli/child.js';
import { type Inner, startInner } from '../../engines/external/inner.js';
import { freePorts } from '../../free-ports.js';
import type { RedisServer } from './redis.js';

/** Keys of published accounts with coins, which the network itself and no other test uses. */
const FAUCET_KEYS = {
  btc: ['de433bdfa14ec43aa1098d5be594c8ffb20a31485ff9de2923b2689471c401b8'],
  stx: [
    'de433bdfa14ec43aa1098d5be594c8ffb20a31485ff9de2923b2689471c401b8',
    '07ff8e7e8ddf8910eb030cf001b21338d0d29a86ebdd4c380f9d1313bdfb7b69',
    '3490b580634a8f3be2aa1b408c551c2a5e6cd183c0f0b724c8036610664612ba',
  ],
};

/** How long a network and its gateways may take to start, in ms, on a machine that does much else. */
export const STARTING = 180_000;

/** A gateway in a process of its own. */
type Replica = { url: string; child: Child; kill(): Promise<void> };

/** A network, and gateways that share it. */
export type SharedNetwork = {
  inner: Inner;
  replicas: Replica[];
  /** Starts one more gateway. @param port of an earlier one, to start that again */
  start(options?: { port?: number | undefined; flags?: string[] | undefined }): Promise<Replica>;
  /** The environment of commands that use the same Redis. */
  env: NodeJS.ProcessEnv;
} & AsyncDisposable;

/** @param flags of every gateway @param network flags of the network that they are attached to */
export async function startShared(
  redis: Pick<RedisServer, 'url'>,
  { count, flags = [], network = ['--ports', 'auto'] }: { count: number; flags?: string[]; network?: string[] },
): Promise<SharedNetwork> {
  const home = emptyHome();
  const inner = await startInner(network);
  const env = {
    ...home.env,
    DEVNET_REDIS: redis.url,
    DEVNET_ENGINE: 'external',
    DEVNET_EXTERNAL_BITCOIN_RPC: inner.urls.bitcoin.replace('//', '//devnet:devnet@'),
    DEVNET_EXTERNAL_STACKS_RPC: inner.urls.stacks,
    DEVNET_FAUCET_BTC_KEYS: FAUCET_KEYS.btc.join(','),
    DEVNET_FAUCET_STX_KEYS: FAUCET_KEYS.stx.join(','),
  };
  const replicas: Replica[] = [];
  const start: SharedNetwork['start'] = async ({ port, flags: own = [] } = {}) => {
    const at = port ?? (await freePorts(1))[0];
    const running = child(['up', '--json', '--ports-gateway', `${at}`, ...flags, ...own], env);
    await running.line(/"urls"/);
    const replica = {
      url: `http://127.0.0.1:${at}`,
      child: running,
      async kill() {
        running.process.kill('SIGKILL');
        await running.ended;
      },
    };
    replicas.push(replica);
    return replica;
  };
  const shared: SharedNetwork = {
    ...{ inner, replicas, start, env },
    async [Symbol.asyncDispose]() {
      await Promise.all(replicas.map(async (replica) => replica.kill()));
      await inner[Symbol.asyncDispose]();
      home[Symbol.dispose]();
    },
  };
  try {
    await Promise.all(Array.from({ length: count }, () => start()));
    return shared;
  } catch (error) {
    await shared[Symbol.asyncDispose]();
    throw error;
  }
}
