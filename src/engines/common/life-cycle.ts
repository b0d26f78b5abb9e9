import type { Advice } from '../../base/advice.js';
import { createMutex } from '../../base/async.js';
import { closeAll } from '../../base/close-all.js';
import { DevnetError, throwIfAborted } from '../../base/error.js';
import type { PartsWriter } from '../../base/storage.js';
import type { Engine, LoadedTips } from '../../stacks/engine.js';
import { type Capability, capabilities, createEventHub, type EventHub, readPart, type StateParts } from '../../stacks/engine.js';
import type { MiningMode, MiningModes } from '../../stacks/mining-mode.js';
import { MINING, MINING_MODES } from './mining-part.js';

/** A verb that an engine lacks: the message and hint of its UNSUPPORTED error. */
type Unsupported = { unsupported: string; hint?: string | Advice | undefined };

/** The snapshots of one network. `State` is what the engine stores for each. */
type SnapshotDriver<State> = {
  /** @param onTaken to be called at the moment whose state is taken. Only the last call counts if an engine tries more than once */
  take(onTaken: () => void): Promise<State>;
  /**
   * Goes back to a state, which stays usable. The mining modes are `manual` meanwhile, as far as they can be set.
   * @param onRestored to be called as soon as both nodes are in that state, before they report new events
   */
  restore(state: State, onRestored: () => void): Promise<void>;
  remove(state: State): Promise<void> | void;
};

/** Turns snapshots into bytes and back. */
export type StateFileDriver<State> = {
  /** Writes a state as what changed since the last time. Others get their turns meanwhile. */
  write(parts: PartsWriter, state: State): Promise<void>;
  /** @throws DevnetError INVALID_INPUT for a network with other settings; FormatError for parts that `write` does not write */
  load(parts: StateParts): Promise<{ state: State; tips: LoadedTips }>;
};

/** When blocks of a chain are mined. */
type ModeSwitch = {
  mode(): MiningMode;
  set(mode: MiningMode): Promise<void>;
  /** Whether no other mode can be set. @default false */
  isFixed?: boolean | undefined;
};

/** The part of an engine that each kind implements. {@link startEngine} makes an {@link Engine} of it. */
export type EngineDriver<State> = Pick<
  Engine,
  | 'name'
  | 'services'
  | 'pox'
  | 'waitMs'
  | 'bootContracts'
  | 'fork'
  | 'bitcoinOrigin'
  | 'epoch'
  | 'signerKey'
  | 'chains'
  | 'past'
  | 'payouts'
  | 'tips'
  | 'mineBitcoin'
  | 'logs'
  | 'outage'
  | 'reachable'
  | 'findStacks'
  | 'coverage'
  | 'trace'
  | 'profile'
  | 'simulate'
  | 'debugging'
  | 'simulateSteps'
  | 'replay'
  | 'clone'
  | 'impersonation'
  | 'impersonatedScripts'
  | 'state'
  | 'faults'
> & {
  mineStacks: Engine['mineStacks'] | Unsupported;
  /** When blocks of each chain are mined. `set` resolves once the mode is effective. */
  mining: Record<keyof MiningModes, ModeSwitch>;
  snapshots: SnapshotDriver<State> | Unsupported;
  stateFile: StateFileDriver<State> | Unsupported;
};

/** The parts of a start. */
export type EngineLife = {
  readonly events: EventHub;
  /** Adds functions to call when the engine closes, last first, or when the start fails. */
  onClose(...closers: (() => Promise<void> | void)[]): void;
};

/**
 * Starts an engine. If `start` fails, everything it has started is closed again.
 * @throws what `start` throws; DevnetError ABORTED
 */
export async function startEngine<State>(
  signal: AbortSignal | undefined,
  start: (life: EngineLife) => Promise<EngineDriver<State>>,
): Promise<Engine> {
  const closers: (() => Promise<void> | void)[] = [];
  const events = createEventHub();
  try {
    throwIfAborted(signal);
    const driver = await start({ events, onClose: (...more) => closers.push(...more) });
    throwIfAborted(signal);
    return createEngine(driver, events, () => closeAll(closers));
  } catch (error) {
    // The reason of the failure matters more than a failed cleanup.
    await closeAll(closers).catch(() => undefined);
    throw error;
  }
}

/**
 * The mining mode of a Stacks miner that decides alone.
 * @param message of the UNSUPPORTED error for every other mode
 */
export function alwaysAuto(message: string): EngineDriver<never>['mining']['stacks'] {
  return {
    mode: () => 'auto',
    isFixed: true,
    async set(mode) {
      if (mode === 'auto') return;
      throw new DevnetError('UNSUPPORTED', message, { field: 'stacks', expected: 'auto', received: JSON.stringify(mode) });
    },
  };
}

function capabilitiesOf<State>(driver: EngineDriver<State>): Capability[] {
  const { mineStacks, mining, snapshots, stateFile, clone, impersonation, state, faults, trace, coverage, debugging } = driver;
  const can: Record<Capability, boolean> = {
    mineStacks: !('unsupported' in mineStacks),
    pauseStacks: mining.stacks.isFixed !== true,
    snapshots: !('unsupported' in snapshots),
    stateFile: !('unsupported' in stateFile),
    clone: clone !== undefined,
    impersonate: impersonation !== undefined,
    state: state !== undefined,
    chaos: faults !== undefined,
    trace: trace !== undefined,
    coverage: coverage !== undefined,
    debugger: debugging !== undefined,
  };
  return capabilities.filter((capability) => can[capability]);
}

function createEngine<State>(driver: EngineDriver<State>, events: EventHub, close: () => Promise<void>): Engine {
  const { mineBitcoin, mineStacks, mining, snapshots, stateFile, ...others } = driver;
  const taken = new Map<string, { state: State; modes: MiningModes }>();
  /** One snapshot is taken or restored at a time: a restore sets the mining modes before the nodes change. */
  const states = createMutex();
  let count = 0;
  let closed: Promise<void> | undefined;

  /** Returns a verb for an open network. */
  const whileOpen =
    <Args extends unknown[], Result>(verb: (...args: Args) => Promise<Result> | Result) =>
    async (...args: Args): Promise<Result> => {
      if (closed !== undefined) throw new DevnetError('NOT_READY', 'the network is closed');
      return verb(...args);
    };
  const supported = <Verb extends object>(verb: Verb | Unsupported): Verb => {
    if ('unsupported' in verb) throw new DevnetError('UNSUPPORTED', verb.unsupported, { hint: verb.hint });
    return verb;
  };
  const keep = (state: State, modes: MiningModes): string => {
    const id = `s${++count}`;
    taken.set(id, { state, modes });
    return id;
  };
  const find = (id: string) => {
    const snapshot = taken.get(id);
    if (snapshot === undefined) throw new DevnetError('NOT_FOUND', `no snapshot has the id ${id}`, { field: 'id', received: id });
    return snapshot;
  };
  const miningModes = (): MiningModes => ({ bitcoin: mining.bitcoin.mode(), stacks: mining.stacks.mode() });
  const applyModes = async ({ bitcoin, stacks }: Partial<MiningModes>): Promise<void> => {
    if (stacks !== undefined) await mining.stacks.set(stacks);
    if (bitcoin !== undefined) await mining.bitcoin.set(bitcoin);
  };
  const take = (onTaken: () => void): Promise<{ state: State; modes: MiningModes }> => {
    const driven = supported(snapshots);
    return states.run(async () => {
      let modes = miningModes();
      const state = await driven.take(() => {
        modes = miningModes();
        onTaken();
      });
      return { state, modes };
    });
  };
  const reportModes = (): void => events.emit({ type: 'mining', modes: miningModes() });
  const setMining = async (modes: Partial<MiningModes>): Promise<void> => {
    await applyModes(modes);
    reportModes();
  };

  return {
    ...others,
    capabilities: capabilitiesOf(driver),
    simulate: whileOpen(others.simulate),
    ...(others.clone && { clone: whileOpen(others.clone) }),
    ...(others.reachable && { reachable: whileOpen(others.reachable) }),
    mineBitcoin: whileOpen(mineBitcoin),
    mineStacks: whileOpen((blocks) => supported(mineStacks)(blocks)),
    miningModes,
    setMining: whileOpen(setMining),
    snapshot: whileOpen(async (onTaken = () => undefined) => {
      const { state, modes } = await take(onTaken);
      return keep(state, modes);
    }),
    write: whileOpen(async (parts, onTaken) => {
      const file = supported(stateFile);
      const driven = supported(snapshots);
      const { state, modes } = await take(onTaken);
      try {
        await file.write(parts, state);
        parts.part(MINING).wholeBytes(Buffer.from(JSON.stringify(modes)));
      } finally {
        await driven.remove(state);
      }
    }),
    load: whileOpen(async (parts) => {
      const modes = readPart(parts, MINING, MINING_MODES);
      const { state, tips } = await supported(stateFile).load(parts);
      return { id: keep(state, modes), tips };
    }),
    restore: whileOpen((id) => {
      const driven = supported(snapshots);
      const { state, modes } = find(id);
      return states.run(async () => {
        const before = miningModes();
        let after = before;
        // No block is mined automatically while the nodes are in different states, nor before the modes of the snapshot hold.
        await applyModes({ bitcoin: 'manual', ...(mining.stacks.isFixed !== true && { stacks: 'manual' }) });
        try {
          await driven.restore(state, () => {
            after = modes;
            events.emit({ type: 'restored', id });
          });
        } finally {
          await applyModes(after);
          if (after.bitcoin !== before.bitcoin || after.stacks !== before.stacks) reportModes();
        }
      });
    }),
    deleteSnapshot: whileOpen(async (id) => {
      const driven = supported(snapshots);
      const { state } = find(id);
      taken.delete(id);
      await driven.remove(state);
    }),
    subscribe: events.subscribe,
    close() {
      closed ??= close().finally(events.clear);
      return closed;
    },
  };
}
