import type { CoreChange } from '../observers.js';
import type { WalletsState } from './state.js';

/** The place of the wallets in a node. They load with the first call that needs them; until then, changes of the node are only noted. */
export type WalletSlot = {
  keeper: { snapshot(): WalletsState; restore(kept: KeptWallets | undefined): void } | undefined;
  /** The wallets that a node without a keeper was given. */
  given: KeptWallets | undefined;
};

/** Wallets, and what happened since they were as they are here. */
export type KeptWallets = { readonly state: WalletsState; readonly missed: Missed | undefined };

/** A change of the node, at a time in seconds since 1970, and those before it. */
export type Missed = { readonly change: CoreChange; readonly time: number; readonly before: Missed | undefined };

/** Changes that wallets do not look at. */
const IGNORED: ReadonlySet<CoreChange['type']> = new Set(['tip', 'invalid', 'restored']);

/** Notes a change for the wallets that a node without a keeper was given. */
export function noteChange(slot: WalletSlot, change: CoreChange, time: number): void {
  const { keeper, given } = slot;
  if (keeper !== undefined || given === undefined || given.state.loaded.size === 0 || IGNORED.has(change.type)) return;
  slot.given = { state: given.state, missed: { change, time, before: given.missed } };
}

/** What a snapshot has of the wallets. */
export function keptWallets({ keeper, given }: WalletSlot): KeptWallets | undefined {
  return keeper === undefined ? given : { state: keeper.snapshot(), missed: undefined };
}

/** The changes, oldest first. */
export function missedChanges({ missed }: KeptWallets): Missed[] {
  const changes: Missed[] = [];
  for (let each = missed; each !== undefined; each = each.before) changes.push(each);
  return changes.reverse();
}
