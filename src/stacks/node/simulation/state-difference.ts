import type { Contract } from '../../../clarity/contract.js';
import type { LockClock } from '../../../clarity/state.js';
import {
  changedEntries,
  changedItems,
  emptyTrie,
  FIRST_INHERITED,
  isTrie,
  type Slot,
  type State,
  StateEditor,
  StoredContract,
  type Trie,
} from '../../../clarity/state.js';
import type { PrincipalValue, Value } from '../../../clarity/values.js';
import { displayValue } from '../../../clarity/values.js';
import type { StateDifference } from '../../protocol/trace/simulation-steps.js';

/** Names the differences between a state and a later one. Contracts are looked up once for all steps. */
export class Differences {
  readonly #owners = new Map<number, Contract>();
  #known: State['contracts'] | undefined;

  /** @param clock decides what is locked */
  between(before: State, after: State, clock: LockClock): StateDifference[] {
    this.#learn(after);
    const reader = { before: new StateEditor(before), after: new StateEditor(after) };
    return [
      ...changedKeys(before.contracts, after.contracts).map(
        (id): StateDifference => ({ type: 'contract', contract: (id as PrincipalValue).text }),
      ),
      ...changedKeys(before.accounts, after.accounts).flatMap((principal) => accountChanges(reader, principal as PrincipalValue, clock)),
      ...[...changedItems(before.slots, after.slots)].flatMap(([slot, from, to]) => this.#slotChanges(reader, slot, from, to)),
      ...[...changedItems(before.inherited, after.inherited)].flatMap(([index, from, to]) =>
        this.#slotChanges(reader, index + FIRST_INHERITED, from, to),
      ),
    ];
  }

  #learn({ contracts }: State): void {
    for (const [, , stored] of changedEntries(this.#known ?? emptyTrie<Contract | StoredContract>(), contracts)) {
      const contract = stored instanceof StoredContract ? stored.contract : stored;
      this.#own(contract);
    }
    this.#known = contracts;
  }

  #own(contract: Contract): void {
    const { variables, maps, fungibleTokens, nonFungibleTokens } = contract;
    for (const parts of [variables, maps, fungibleTokens, nonFungibleTokens])
      for (const { slot } of parts.values()) this.#owners.set(slot, contract);
    for (const { slot } of fungibleTokens.values()) this.#owners.set(slot + 1, contract);
  }

  #slotChanges(reader: Reader, slot: number, before: Slot | undefined, after: Slot): StateDifference[] {
    const contract = this.#ownerOf(reader, slot);
    if (contract === undefined) return [];
    const id = contract.id.text;
    for (const variable of contract.variables.values()) {
      if (variable.slot !== slot) continue;
      const [from, to] = both(reader, (state) => state.variable(contract, variable)?.value);
      return to === undefined || from === to
        ? []
        : [{ type: 'data-var', contract: id, name: variable.name, ...shown(from), after: displayValue(to) }];
    }
    const keys = keysOf(before, after);
    for (const map of contract.maps.values()) {
      if (map.slot !== slot) continue;
      return keys.flatMap((key): StateDifference[] => {
        const [from, to] = both(reader, (state) => entryOf(state.mapEntry(contract, map, key)?.value));
        if (from === undefined && to === undefined) return [];
        return [
          {
            type: 'map-entry',
            contract: id,
            map: map.name,
            key: displayValue(key),
            ...shown(from),
            ...(to && { after: displayValue(to) }),
          },
        ];
      });
    }
    for (const token of contract.fungibleTokens.values()) {
      if (token.slot + 1 === slot) {
        const [from, to = 0n] = both(reader, (state) => state.fungibleSupply(contract, token));
        return [{ type: 'ft-supply', contract: id, token: token.name, ...(from !== undefined && { before: `${from}` }), after: `${to}` }];
      }
      if (token.slot !== slot) continue;
      return keys.flatMap((key): StateDifference[] => {
        const principal = key as PrincipalValue;
        const [from, to] = both(reader, (state) => state.fungibleBalance(contract, token, principal));
        if (from === to) return [];
        return [{ type: 'ft-balance', contract: id, token: token.name, principal: principal.text, before: `${from}`, after: `${to}` }];
      });
    }
    for (const token of contract.nonFungibleTokens.values()) {
      if (token.slot !== slot) continue;
      return keys.flatMap((key): StateDifference[] => {
        const [from, to] = both(reader, (state) => state.nonFungibleOwner(contract, token, key));
        if (from?.id === to?.id) return [];
        return [
          {
            type: 'nft-owner',
            contract: id,
            token: token.name,
            id: displayValue(key),
            ...(from && { before: from.text }),
            ...(to && { after: to.text }),
          },
        ];
      });
    }
    return [];
  }

  #ownerOf({ after }: Reader, slot: number): Contract | undefined {
    if (slot >= 0) return this.#owners.get(slot);
    const range = after.base?.slots?.find(slot);
    return range && after.contract(range.id);
  }
}

type Reader = { readonly before: StateEditor; readonly after: StateEditor };

function both<T>({ before, after }: Reader, read: (state: StateEditor) => T): [before: T, after: T] {
  return [read(before), read(after)];
}

function keysOf(before: Slot | undefined, after: Slot): Value[] {
  if (!isTrie(after)) return [];
  const from = before !== undefined && isTrie(before) ? (before as Trie<unknown>) : emptyTrie<unknown>();
  return from === after ? [] : changedKeys(from, after as Trie<unknown>);
}

/** In the order of their text: that of a trie depends on what the process met first. */
function changedKeys<T>(before: Trie<T>, after: Trie<T>): Value[] {
  const keys = [...changedEntries(before, after)].map(([key]) => ({ key, text: displayValue(key) }));
  return keys.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ key }) => key);
}

/** A deleted entry is stored as `none`. */
function entryOf(stored: Value | undefined): Value | undefined {
  return stored?.kind === 'optional' ? stored.value : undefined;
}

function shown(before: Value | undefined): { before?: string } {
  return before === undefined ? {} : { before: displayValue(before) };
}

function accountChanges(reader: Reader, principal: PrincipalValue, clock: LockClock): StateDifference[] {
  const fieldsOf = (state: StateEditor) => {
    const { balance, nonce } = state.account(principal);
    const { unlocked, lock } = balance.canonicalAt(clock);
    return { balance: unlocked, locked: lock?.amount ?? 0n, nonce };
  };
  const [before, after] = both(reader, fieldsOf);
  return (['balance', 'locked', 'nonce'] as const).flatMap((field): StateDifference[] =>
    before[field] === after[field]
      ? []
      : [{ type: 'account', principal: principal.text, field, before: `${before[field]}`, after: `${after[field]}` }],
  );
}
