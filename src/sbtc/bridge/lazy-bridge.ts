import type { EngineEvent } from '../../engines/engine-event.js';
import { once } from '../../once.js';
import type { Bridge, BridgeServices } from './bridge.js';
import { registryPrints } from './registry-prints.js';
import { type BridgeStore, dumpStore, parseStore } from './store.js';

/** A bridge that loads when somebody needs it, or when the first withdrawal is requested. */
export type LazyBridge = {
  get(): Promise<Bridge>;
  /** The bridge if it is loaded. */
  loaded(): Bridge | undefined;
  /** Has to be called for each event of the engine. */
  onEvent(event: EngineEvent): void;
  keep(id: string): void;
  forget(id: string): void;
  /** What the bridge knows besides the chains; undefined if nothing has concerned it. */
  copy(): BridgeStore | undefined;
  /** Returns as bytes what the bridge knows; undefined if nothing has concerned it. */
  dump(): Uint8Array | undefined;
  /** Keeps a state of bytes under a snapshot's id, as `keep` does. */
  adopt(id: string, bytes: Uint8Array): Promise<void>;
};

/**
 * @param services are created with the bridge
 * @param from what the bridge knows already; then it loads at once, because a deposit or withdrawal may be under way
 */
export function createLazyBridge(deployer: string, services: () => BridgeServices, from?: BridgeStore): LazyBridge {
  const registry = `${deployer}.sbtc-registry`;
  let bridge: Bridge | undefined;
  /** Events since the first that concerned the bridge, for the time that it takes to load. */
  let early: EngineEvent[] = [];
  const get = once(async () => {
    const { createBridge } = await import('./bridge.js');
    bridge = createBridge(services(), from);
    for (const event of early) bridge.onEvent(event);
    early = [];
    return bridge;
  });
  if (from !== undefined) get().catch(() => undefined);
  const concerns = (event: EngineEvent): boolean => event.type === 'stacks.block' && registryPrints(event.receipts, registry).length > 0;

  return {
    get,
    loaded: () => bridge,
    onEvent(event) {
      if (bridge !== undefined) bridge.onEvent(event);
      else if (early.length > 0 || concerns(event)) {
        early.push(event);
        // A request of its own reports a failure to load.
        get().catch(() => undefined);
      }
    },
    keep: (id) => bridge?.keep(id),
    forget: (id) => bridge?.forget(id),
    copy: () => bridge?.copy(),
    dump: () => bridge && Buffer.from(dumpStore(bridge.copy())),
    async adopt(id, bytes) {
      (await get()).adopt(id, parseStore(Buffer.from(bytes).toString()));
    },
  };
}
