import type { EngineEvent } from '../../engines/engine-event.js';
import { once } from '../../once.js';
import type { Bridge, BridgeServices } from './bridge.js';
import { registryPrints } from './registry-prints.js';

/** A bridge that loads when somebody needs it, or when the first withdrawal is requested. */
export type LazyBridge = {
  get(): Promise<Bridge>;
  /** The bridge if it is loaded. */
  loaded(): Bridge | undefined;
  /** Has to be called for each event of the engine. */
  onEvent(event: EngineEvent): void;
  keep(id: string): void;
  forget(id: string): void;
};

/** @param services are created with the bridge */
export function createLazyBridge(deployer: string, services: () => BridgeServices): LazyBridge {
  const registry = `${deployer}.sbtc-registry`;
  let bridge: Bridge | undefined;
  /** Events since the first that concerned the bridge, for the time that it takes to load. */
  let early: EngineEvent[] = [];
  const get = once(async () => {
    const { createBridge } = await import('./bridge.js');
    bridge = createBridge(services());
    for (const event of early) bridge.onEvent(event);
    early = [];
    return bridge;
  });
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
  };
}
