import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allSlotHolders, slotHolders } from '#dist/stacks/node/chain/pox/slot-holders.js';
import { nextSortition, type Sortition } from '#dist/stacks/node/chain/state/sortition.js';
import type { ChainState } from '#dist/stacks/node/chain/state/state.js';
import { burnBlock } from '../../test-node.js';

const pox = { rewardLength: 20, prepareLength: 5 };

/** A chain in which the given number of slots was chosen for cycle 1, Bitcoin blocks 20 to 39. */
function chain(slots: number, branch = 0): { state: Pick<ChainState, 'ledger' | 'pox'>; sortitions: Sortition[] } {
  const addresses = Array.from({ length: slots }, (_, index) => ({ version: 0, hash: Buffer.alloc(20, index + 1) }));
  const chosen = { cycle: 1, tenureHeight: 10, set: { threshold: 1n, addresses, signers: [] } };
  const ledger = { chosen: (cycle: number) => (cycle === 1 ? chosen : undefined) } as unknown as ChainState['ledger'];
  const sortitions: Sortition[] = [];
  for (let height = 0; height < 60; height++) sortitions.push(nextSortition(sortitions.at(-1), burnBlock(height, branch)));
  return { state: { ledger, pox }, sortitions };
}

test('behavior: two slots of the set for each block of the reward phase, each slot once, until none are left', () => {
  fc.assert(
    fc.property(fc.nat(45), fc.nat(5), (slots, branch) => {
      const { state, sortitions } = chain(slots, branch);
      const paid = sortitions.map((sortition) => slotHolders(state, sortition).map(({ hash }) => hash[0]));
      const payments = paid.slice(21, 36);
      expect(payments.map(({ length }) => length)).toEqual(payments.map((_, index) => Math.max(0, Math.min(2, slots - 2 * index))));
      expect(new Set(payments.flat()).size).toBe(Math.min(slots, 30));
      expect([...paid.slice(0, 21), ...paid.slice(36)].flat()).toEqual([]);
    }),
  );
});

test('behavior: the list of the chain has each block that takes slots, with what that block alone has', () => {
  fc.assert(
    fc.property(fc.nat(45), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 59 }), (slots, one, other) => {
      const { state, sortitions } = chain(slots);
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      // A fork of a network begins in the middle of a cycle.
      const known: Sortition[] = [];
      for (const { burn } of sortitions.slice(first, last + 1)) known.push(nextSortition(known.at(-1), burn));
      const at = (height: number) => (height < first ? undefined : known[height - first]);
      const path = { first: known[0], tip: known.at(-1), at } as unknown as ChainState['sortitions'];
      const expected = known.map((sortition) => ({ sortition, addresses: slotHolders(state, sortition) }));
      expect(allSlotHolders({ ...state, sortitions: path })).toEqual(expected.filter(({ addresses }) => addresses.length > 0));
    }),
  );
});

test('behavior: the slots depend on the branch of Bitcoin', () => {
  const [one, other] = [chain(30, 1), chain(30, 2)].map(({ state, sortitions }) =>
    sortitions.map((sortition) => slotHolders(state, sortition).map(({ hash }) => hash[0])),
  );
  expect(one).not.toEqual(other);
});
