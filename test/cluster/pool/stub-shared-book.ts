import type { Entry, LeaseBook } from '#dist/cluster/pool/lease-book.js';
import { createOwnBook } from '#dist/cluster/pool/own-book.js';

/** A book that several pools of this process share, as they share one in Redis. */
export type StubSharedBook = {
  /** Returns the book of a pool. */
  of(pool: string): LeaseBook;
  /** Gives the entries of a pool to another one, as a sweep does when the first has been silent. */
  moveTo(pool: string): void;
  /** Rejects every call with this error. */
  failure: Error | undefined;
  /** Called before each lease begins. */
  beforeBegin(id: string): void;
};

/** @param now the time in ms */
export function stubSharedBook({ leaseMs, now }: { leaseMs: number; now: () => number }): StubSharedBook {
  const inner = createOwnBook({ leaseMs, now });
  const owners = new Map<string, string>();
  const removals = new Set<() => void>();
  const isThere = async (id: string): Promise<boolean> => owners.has(id) && (await inner.find(id)) !== undefined;
  const fail = (): void => {
    if (shared.failure !== undefined) throw shared.failure;
  };
  const shared: StubSharedBook = {
    failure: undefined,
    beforeBegin: () => undefined,
    moveTo(pool) {
      for (const id of owners.keys()) owners.set(id, pool);
    },
    of: (pool) => ({
      isShared: true,
      async enter(entry, most) {
        fail();
        await inner.enter(entry, most);
        owners.set(entry.id, pool);
      },
      async begin(id, grant) {
        shared.beforeBegin(id);
        fail();
        return owners.get(id) === pool ? inner.begin(id, grant) : undefined;
      },
      async find(id): Promise<Entry | undefined> {
        fail();
        return inner.find(id);
      },
      async list() {
        fail();
        return inner.list();
      },
      async renew(id) {
        fail();
        return inner.renew(id);
      },
      async end(id, why) {
        fail();
        await inner.end(id, why);
      },
      async remove(id) {
        fail();
        await inner.remove(id);
        owners.delete(id);
        for (const look of removals) look();
      },
      whenRemoved: (id) =>
        new Promise((resolve) => {
          const look = (): void => {
            void isThere(id).then((there) => {
              if (!there && removals.delete(look)) resolve();
            });
          };
          removals.add(look);
          look();
        }),
      async sweep() {
        fail();
        return (await inner.sweep()).filter(({ id }) => owners.get(id) === pool);
      },
      close: async () => undefined,
    }),
  };
  return shared;
}
