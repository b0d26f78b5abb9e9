import type { Mutex } from '../../../base/async.js';
import { lazyIndex } from '../../../bitcoin/esplora.js';
import type { BridgeStore } from '../../../sbtc/bridge.js';
import { createLazyBridge, type LazyBridge } from '../../../sbtc/bridge.js';
import { SIGNERS_ADDRESS } from '../../../sbtc/signers.js';
import type { Engine } from '../../../stacks/engine.js';
import type { Tracking } from '../../../stacks/history.js';
import type { LocalDevnet } from '../../types.js';
import { noSbtc, type SbtcNames } from '../sbtc/names.js';
import type { Clients } from './clients.js';
import type { Events } from './events.js';
import type { DevnetParts } from './parts.js';

export type BridgeParts = Pick<DevnetParts, 'sbtc'> & {
  engine: Pick<Engine, 'tips' | 'bitcoinOrigin'>;
  clients: Clients;
  tracking: Tracking;
  outsideRestores: Mutex['run'];
  emit: Events['emit'];
  onWarning(message: string): void;
  /** What the bridge of the network knows that this one is a copy of. */
  from: BridgeStore | undefined;
  closed: AbortSignal;
};

/** The bridge between Bitcoin and sBTC. */
export type BridgePart = Pick<LocalDevnet, 'bridge' | 'bitcoinIndex'> &
  Pick<LazyBridge, 'copy' | 'loaded'> & {
    /** Undefined if the network has no sBTC. */
    names: SbtcNames | undefined;
  };

/** Creates the bridge of a network, and saves its state with that of the chains. */
export function createBridgePart({ sbtc, engine, clients, tracking, from, closed, ...others }: BridgeParts): BridgePart {
  const bitcoinIndex = lazyIndex(clients.bitcoin.call, engine.bitcoinOrigin);
  if (sbtc === undefined) return { bridge: withoutSbtc, bitcoinIndex, copy: nothing, loaded: nothing, names: undefined };
  const { deployer } = sbtc;
  const bridge = createLazyBridge(
    deployer,
    () => ({
      ...{ deployer, settings: sbtc.bridge, index: bitcoinIndex },
      ...{ bitcoin: clients.bitcoin, stacks: clients.stacks, tracker: tracking.stacks, tips: engine.tips },
      ...{ ...others, closed },
    }),
    from,
  );
  tracking.saved.add('bridge', bridge);
  closed.addEventListener('abort', tracking.subscribe(bridge.onEvent), { once: true });
  const { get, copy, loaded } = bridge;
  return { bridge: get, bitcoinIndex, copy, loaded, names: { deployer, signersAddress: SIGNERS_ADDRESS } };
}

async function withoutSbtc(): Promise<never> {
  throw noSbtc();
}

function nothing(): undefined {
  return undefined;
}
