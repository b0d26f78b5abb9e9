import { createMutex } from '../../../base/async.js';
import { DevnetError } from '../../../base/error.js';
import { showValue } from '../../../base/show-value.js';
import { type BlockFaults, NO_BLOCK_FAULTS } from '../../../stacks/block-faults.js';
import type { RpcFault } from '../../../stacks/rpc-faults.js';
import type { ActiveChaos, ChaosHandle, ChaosKind } from './types.js';

/** A fault that lasts, and how it acts. */
export type Fault = {
  kind: ChaosKind;
  settings: Record<string, unknown>;
  /** How many blocks or transactions it still concerns. */
  left?: (() => number) | undefined;
  /** How many transactions it has kept from the node. */
  kept?: (() => number) | undefined;
  blockFaults?: Partial<BlockFaults> | undefined;
  rpc?: ((path: string) => RpcFault | undefined) | undefined;
  take?: ((transaction: Uint8Array) => string | undefined) | undefined;
  /** Ends it. @param how `discard` if the network changes its state or closes */
  end?: ((how: 'end' | 'discard') => Promise<void>) | undefined;
  /** Ends it after this time in ms. @default never */
  forMs?: number | undefined;
};

/** The faults of a network, by id. */
export type Faults = {
  add(fault: Fault): ChaosHandle;
  /** Those that act: not those whose end has begun. */
  list(): readonly Fault[];
  /** Those that still concern something, up to the end of their end: a stopped node takes a while to start. */
  active(): ActiveChaos[];
  /** @throws DevnetError NOT_FOUND */
  stop(id: string): Promise<void>;
  remove(fault: Fault): Promise<void>;
  clear(how?: 'end' | 'discard'): Promise<void>;
  /** Ends the timers, and nothing else. */
  close(): void;
};

type Added = Fault & {
  end: NonNullable<Fault['end']>;
  timer: NodeJS.Timeout | undefined;
  /** Its end, which has begun: it acts no more. */
  ending: Promise<void> | undefined;
};

/** @param onChange called after each change of the list */
export function createFaults(onChange: () => void): Faults {
  const faults = new Map<string, Added>();
  const mutex = createMutex();
  let created = 0;
  const end = async (id: string, how: 'end' | 'discard'): Promise<void> => {
    const fault = faults.get(id);
    if (fault === undefined) return;
    if (fault.ending === undefined) {
      fault.ending = mutex
        .run(() => fault.end(how))
        .then(
          () => void faults.delete(id),
          (error: unknown) => {
            // It acts until another attempt.
            fault.ending = undefined;
            onChange();
            throw error;
          },
        );
      clearTimeout(fault.timer);
      // The end itself begins later, when the fault acts no more.
      onChange();
    }
    await fault.ending;
  };
  const idOf = (fault: Fault): string => [...faults].find(([, other]) => other === fault)?.[0] ?? '';

  return {
    add(given) {
      const id = `f${++created}`;
      const { kind, forMs, end: finish } = given;
      // Nobody waits for the end by time; what fails then shows in the next call.
      const timer = forMs === undefined ? undefined : setTimeout(() => end(id, 'end').catch(() => undefined), forMs);
      faults.set(id, Object.assign(given, { end: finish ?? (async () => undefined), timer, ending: undefined }));
      onChange();
      const stop = () => end(id, 'end');
      return { id, kind, stop, [Symbol.asyncDispose]: stop };
    },
    list: () => [...faults.values()].filter(({ ending }) => ending === undefined),
    active: () =>
      [...faults]
        .map(([id, { kind, settings, left, kept }]) => ({
          id,
          kind,
          settings,
          ...(left && { left: left() }),
          ...(kept && { kept: kept() }),
        }))
        .filter(({ left }) => left !== 0),
    async stop(id) {
      if (!faults.has(id)) throw notFound(id, [...faults.keys()]);
      await end(id, 'end');
    },
    remove: (fault) => end(idOf(fault), 'end'),
    async clear(how = 'end') {
      for (const id of [...faults.keys()].reverse()) await end(id, how);
    },
    close() {
      for (const { timer } of faults.values()) clearTimeout(timer);
      faults.clear();
    },
  };
}

function notFound(id: string, known: readonly string[]): DevnetError {
  const hint = known.length === 0 ? 'There are none.' : `They are ${known.join(', ')}.`;
  return new DevnetError('NOT_FOUND', `no fault has the id ${showValue(id)}. ${hint}`, { field: 'id', received: showValue(id), hint });
}

/** Combines what faults say of blocks. */
export function combine(faults: readonly Fault[]): BlockFaults {
  const all = faults.map(({ blockFaults }) => ({ ...NO_BLOCK_FAULTS, ...blockFaults }));
  return {
    hasCommit: (height) => all.every(({ hasCommit }) => hasCommit(height)),
    hasTransactions: (height) => all.every(({ hasTransactions }) => hasTransactions(height)),
  };
}
