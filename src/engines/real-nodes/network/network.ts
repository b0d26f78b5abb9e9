import { authorityOf } from '#platform/tcp-server.js';
import { createMutex } from '../../../base/async.js';
import { DevnetError } from '../../../base/error.js';
import { encodeAddress } from '../../../bitcoin/address.js';
import { createBitcoinClient } from '../../../bitcoin/client.js';
import { createStacksClient } from '../../../stacks/client.js';
import type { EngineOptions } from '../../../stacks/engine.js';
import type { NetworkKeys } from '../../common/boot-plan/network-keys.js';
import type { Timeline } from '../../common/boot-plan/timeline.js';
import type { TenureNetwork } from '../../common/follow/tenure.js';
import { until } from '../../common/follow/until.js';
import { coinbaseScript } from '../../common/funding/transaction.js';
import type { Program, ProgramInfo, ServiceEnvironment } from '../launch/launcher.js';
import type { SignerRelays } from '../observer/signer-relays.js';
import { bitcoindArgs } from '../settings/bitcoind-args.js';
import { nodeToml } from '../settings/node-toml.js';
import { BITCOIND, EVENTS, STACKS_NODE, signerName } from '../settings/services.js';
import { signerToml } from '../settings/signer-toml.js';
import { createServiceClock, type ServiceClock, timeSources } from '../supervision/service-clock.js';
import { refreshTip } from './fresh-tip.js';
import { createServices, type Services } from './services.js';

/** The handle of one network that boot, miner, stacker and snapshots share. */
export type Network = TenureNetwork & {
  readonly options: EngineOptions;
  readonly keys: NetworkKeys;
  readonly timeline: Timeline;
  readonly programs: Record<Program, ProgramInfo>;
  readonly environment: ServiceEnvironment;
  /** Measures the timeouts of all waits for the services. */
  readonly clock: ServiceClock;
  /** The services of the current life. */
  services(): Services;
  /** Replaces the signal that aborts waits, by default the one of the start; undefined: no signal. */
  abortOn(signal: AbortSignal | undefined): void;
  /** Starts a new life, after all services of the last one have ended. */
  renew(): void;
  /** Sets the listener for services that end unexpectedly. */
  onLost(listener: (loss: DevnetError) => void): void;
  startBitcoind(): Promise<void>;
  /** Whether stacks-node delivers the events of signers that do not run yet: otherwise it would wait for them. */
  readonly canStartSignersLate: boolean;
  /** @param which selects the signers to start @default all */
  startSigners(which?: (name: string) => boolean): Promise<void>;
  /** Starts stacks-node. Before, it mines an empty Bitcoin block if the last one is too old for a stacks-node that starts. */
  startNode(): Promise<void>;
  /** Lets stacks-node leave pending transactions out of its blocks, or not any more. It reads its configuration before each block. */
  filterTransactions(isFiltered: boolean): Promise<void>;
};

export type NetworkParts = Pick<Network, 'options' | 'keys' | 'timeline' | 'programs' | 'environment'> & {
  /** The address of the engine's event observer for the services; undefined if they cannot reach it. */
  observer: { host: string; port: number } | undefined;
  /** Passes its events on to the signers, if there is an observer. */
  relays: SignerRelays;
};

/** Timeouts in ms for a service's first answer. */
const BITCOIND_UP = 30_000;
const NODE_UP = 60_000;
/** Timeouts of one request in ms. */
const BITCOIND_ANSWER = 30_000;
const NODE_ANSWER = 15_000;
/**
 * Timeouts of one request in ms while a service starts. A container's port is open before its service listens, and a request in between may
 * stay without an answer. The first timeout is short; it doubles after each timed out request, for slow machines.
 */
const FIRST_TIMEOUT = 50;
const LONGEST_TIMEOUT = 1_600;

export function createNetwork({ options, keys, timeline, programs, environment, observer, relays }: NetworkParts): Network {
  let lost: (loss: DevnetError) => void = () => undefined;
  const begin = (): Services => createServices(environment, (loss) => lost(loss));
  let services = begin();
  let signal = options.signal;
  let waited = false;
  let isFiltered = false;
  const filtering = createMutex();
  const writeNodeToml = (): Promise<string> =>
    environment.write('node.toml', nodeToml({ environment, options, keys, timeline, observer, isFiltered }));
  const clock = createServiceClock(timeSources(() => services.processes()));
  const limits: Network['limits'] = () => ({ ends: services.ends, signal, clock });
  const explain = async (service: string): Promise<string> => {
    const tails = [services.tail(service), ...(service === BITCOIND ? [] : [services.tail(BITCOIND, 3)])];
    return [clock.complaint(), ...(await Promise.all(tails))].filter((part) => part !== undefined).join('\n');
  };
  const reach = (name: string): string => {
    const service = services.get(name);
    if (service === undefined) throw new DevnetError('NOT_REACHABLE', `${name} is not running`);
    const { host, port } = service.reach('rpc');
    return `http://${authorityOf(host, port)}`;
  };
  const bitcoin = createBitcoinClient({
    rpcUrl: () => reach(BITCOIND),
    ...options.bitcoin,
    timeoutMs: () => clock.stretch(BITCOIND_ANSWER),
  });
  const stacks = createStacksClient({ rpcUrl: () => reach(STACKS_NODE), timeoutMs: () => clock.stretch(NODE_ANSWER) });
  const coinbaseAddress = encodeAddress(coinbaseScript(Buffer.from(options.funding.coinbaseKey, 'hex')));
  if (coinbaseAddress === undefined) throw new DevnetError('INTERNAL', 'a P2WPKH script has an address');
  const up = (name: string, timeoutMs: number, look: (limits: { timeoutMs: number }) => Promise<unknown>): Promise<boolean> => {
    let requestTimeout = FIRST_TIMEOUT;
    return until({
      what: `${name} to answer`,
      timeoutMs,
      intervalMs: 10,
      ...limits(),
      explain: () => explain(name),
      look: async () => {
        try {
          await look({ timeoutMs: clock.stretch(requestTimeout) });
          return true;
        } catch (error) {
          if (error instanceof DevnetError && error.code === 'TIMEOUT') requestTimeout = Math.min(requestTimeout * 2, LONGEST_TIMEOUT);
          throw error;
        }
      },
    });
  };

  return {
    options,
    keys,
    timeline,
    programs,
    environment,
    clock,
    bitcoin,
    stacks,
    coinbaseAddress,
    canStartSignersLate: observer !== undefined,
    services: () => services,
    limits,
    explain: (step) => explain(step === 'signers' ? signerName(0) : STACKS_NODE),
    abortOn(next) {
      signal = next;
    },
    renew() {
      relays.shut();
      services = begin();
    },
    onLost(listener) {
      lost = listener;
    },
    async startBitcoind() {
      await services.start(BITCOIND, bitcoindArgs(environment, options.bitcoin, programs.bitcoind.flavour));
      await up(BITCOIND, BITCOIND_UP, (limits) => bitcoin.height(limits));
    },
    async startSigners(which = () => true) {
      for (const [index, key] of keys.signers.entries()) {
        const name = signerName(index);
        if (!which(name)) continue;
        const config = signerToml({ environment, key, index, count: keys.signers.length });
        const signer = await services.start(name, ['run', '--config', await environment.write(`${name}.toml`, config)]);
        if (observer !== undefined) relays.open(name, signer.reach(EVENTS));
      }
    },
    async startNode() {
      await refreshTip({ bitcoin, coinbaseAddress }, Date.now() / 1_000);
      await services.start(STACKS_NODE, ['start', '--config', await writeNodeToml()]);
      if (!waited) options.onWaiting?.();
      waited = true;
      await up(STACKS_NODE, NODE_UP, (limits) => stacks.info(limits));
    },
    filterTransactions: (next) =>
      filtering.run(async () => {
        if (next === isFiltered) return;
        isFiltered = next;
        await writeNodeToml();
      }),
  };
}
