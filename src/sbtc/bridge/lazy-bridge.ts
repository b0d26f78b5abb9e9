import type { EngineEvent } from '../../engines/engine-event.js';
import type { SavedPart } from '../../history/saved-states.js';
import { once } from '../../once.js';
import type { Bridge, BridgeServices } from './bridge.js';
import { registryPrints } from './registry-prints.js';
import { type BridgeStore, dumpStore, parseStore } from './store.js';

/** A bridge that loads when somebody needs it, or when the first withdrawal is requested. */
export type LazyBridge = SavedPart & {
  get(): Promise<Bridge>;
  /** The bridge if it is loaded. */
  loaded(): Bridge | undefined;
  /** Has to be called for each event of the engine. */
  onEvent(event: EngineEvent): void;
  /** What the bridge knows besides the chains; undefined if nothing has concerned it. */
  copy(): BridgeStore | undefined;
};

/**
 * @param services are created with the bridge
 * @param from what the bridge knows already; then it loads at once, because a deposit or withdrawal may be under way
 */
export function createLazyBridge(deployer: string, services: () => BridgeServices, from?: BridgeStore): LazyBridge {
  const registry = `${deployer}.sbtc-registry`;
  let bridge: Bridge | undefined;
  /** What happened since the first event that concerned the bridge, for the time that it takes to load. */
  let early: ((loaded: Bridge) => void)[] = [];
  const get = once(async () => {
    const { createBridge } = await import('./bridge.js');
    bridge = createBridge(services(), from);
    for (const happen of early) happen(bridge);
    early = [];
    return bridge;
  });
  if (from !== undefined) get().catch(() => undefined);
  const concerns = (event: EngineEvent): boolean => event.type === 'stacks.block' && registryPrints(event.receipts, registry).length > 0;

  const returnTo = (store: BridgeStore | undefined) => (): void => {
    if (bridge !== undefined) bridge.restore(store);
    else if (early.length > 0 || store !== undefined) early.push((loaded) => loaded.restore(store));
  };

  return {
    get,
    loaded: () => bridge,
    onEvent(event) {
      if (bridge !== undefined) bridge.onEvent(event);
      else if (early.length > 0 || concerns(event)) {
        early.push((loaded) => loaded.onEvent(event));
        // A request of its own reports a failure to load.
        get().catch(() => undefined);
      }
    },
    copy: () => bridge?.copy(),
    save: () => returnTo(bridge?.copy()),
    reset: returnTo(undefined),
    dump: () => bridge && Buffer.from(dumpStore(bridge.copy())),
    isOptional: true,
    async load(bytes) {
      const store = parseStore(Buffer.from(bytes).toString());
      await get();
      return returnTo(store);
    },
  };
}
