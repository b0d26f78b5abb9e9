import { once } from '../../base/async.js';
import type { EngineEvent } from '../../stacks/engine.js';
import type { SavedPart } from '../../stacks/history.js';
import type { Bridge, BridgeServices } from './bridge.js';
import { registryPrints } from './registry-prints.js';
import { type BridgeStore, copyStore, dumpStore, parseStore } from './store.js';

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
  /** For the time that the bridge takes to load: what it starts with, and the events since then from the first one that concerned it. */
  let start = from;
  let early: EngineEvent[] = [];
  const replay = (loaded: Bridge, events: readonly EngineEvent[]): void => {
    for (const event of events) loaded.onEvent(event);
  };
  const get = once(async () => {
    const { createBridge } = await import('./bridge.js');
    bridge = createBridge(services(), start);
    replay(bridge, early);
    early = [];
    return bridge;
  });
  if (from !== undefined) get().catch(() => undefined);
  const concerns = (event: EngineEvent): boolean => event.type === 'stacks.block' && registryPrints(event.receipts, registry).length > 0;

  /** @param since the events after `store` */
  const returnTo =
    (store: BridgeStore | undefined, since: readonly EngineEvent[] = []) =>
    (): void => {
      if (bridge === undefined) {
        start = store && copyStore(store);
        early = [...since];
      } else {
        bridge.restore(store);
        replay(bridge, since);
      }
    };
  const copy = (): BridgeStore | undefined => bridge?.copy() ?? (start && copyStore(start));

  return {
    get,
    loaded: () => bridge,
    onEvent(event) {
      if (bridge !== undefined) bridge.onEvent(event);
      else if (start !== undefined || early.length > 0 || concerns(event)) {
        early.push(event);
        // A request of its own reports a failure to load.
        get().catch(() => undefined);
      }
    },
    copy,
    save: () => returnTo(copy(), [...early]),
    reset: returnTo(undefined),
    write(part) {
      const store = copy();
      if (store === undefined) part.clear();
      else part.wholeBytes(Buffer.from(dumpStore(store)));
    },
    isOptional: true,
    async load(bytes) {
      const store = parseStore(Buffer.from(bytes).toString());
      await get();
      return returnTo(store);
    },
  };
}
