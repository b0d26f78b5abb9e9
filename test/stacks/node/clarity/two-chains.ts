import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { Missing } from '#dist/base/missing.js';
import type { Contract } from '#dist/clarity/contract.js';
import { changesOf } from '#dist/clarity/state/changes.js';
import type { Account, Change, InheritedState, State, StoredValue } from '#dist/clarity/state/state.js';
import type { Transaction } from '#dist/clarity/transaction/transaction.js';
import { serialize } from '#dist/clarity/values/serialize.js';
import type { PrincipalValue } from '#dist/clarity/values/value.js';
import { boot } from '#dist/stacks/node/boot.js';
import { chainView } from '#dist/stacks/node/chain/block/chain-view.js';
import { findEpoch } from '#dist/stacks/node/chain/epoch.js';
import { networkOf } from '#dist/stacks/node/chain/network.js';
import { BlockExecution } from '#dist/stacks/node/clarity/block-execution.js';
import { HitCounter } from '#dist/stacks/node/clarity/coverage/hits.js';
import { callReadOnly, type ReadCall } from '#dist/stacks/node/clarity/reads.js';
import { createRulesOf } from '#dist/stacks/node/clarity/rules.js';
import { type Observed, runTransaction } from '#dist/stacks/node/clarity/run-transaction.js';
import type { Done } from '#dist/stacks/node/clarity/thread/protocol.js';
import { StateServer } from '#dist/stacks/node/clarity/thread/state-server.js';
import { Thread } from '#dist/stacks/node/clarity/thread/thread.js';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, WALLET_1, WALLET_2 } from '../test-node.js';

const NEVER = 0xffff_ffff;

/**
 * Two equal chains, one of which executes everything in this thread, and one in another. That one also waits for its origin.
 * @param start starts the other thread @default that of Node
 */
export async function twoChains(epochName: string, start?: ConstructorParameters<typeof Thread>[1]) {
  const { state: chain } = await boot({
    balances: [DEPLOYER, WALLET_1, WALLET_2].map(({ address }) => ({ principal: address, amount: 100_000_000_000_000n })),
    burnchain: Array.from({ length: BOOT_HEIGHT + 1 }, (_, height) => burnBlock(height)),
    epoch: epochName,
    pox: { rewardLength: 20, prepareLength: 5 },
    mining: 'manual',
    eventObservers: [],
  });
  const epoch = findEpoch(epochName);
  const counter = new HitCounter();
  const rulesOf = createRulesOf(networkOf(), counter.instrument);
  const unlockHeights = { 1: NEVER, 2: NEVER, 3: NEVER, 4: NEVER };
  const { runtime, read_count, read_length, write_count, write_length } = epoch.limit;
  const limit = { runtime, readCount: read_count, readLength: read_length, writeCount: write_count, writeLength: write_length };
  const { tip } = chain.ledger;
  // `at-block` finds the first block.
  const { sortition, tenureHeight } = tip;
  const view = chainView(chain, { sortition, tenureHeight, height: tip.height + 1, time: tip.time + 600 });
  const rules = rulesOf(epoch);
  const thread = new Thread({ network: networkOf(), rulesOf, unlockHeights, coverage: true, deadline: 600_000 }, start);
  let here = tip.state;
  let there: State = { ...tip.state, base: new SlowBase(tip.state.base as InheritedState) };
  const environment = { rules, chain: view, unlockHeights, limit };

  async function inThread<T extends Done['type']>(run: object): Promise<Extract<Done, { type: T }>> {
    const server = new StateServer();
    return thread.run<T>({ server, epoch: rules.epoch.name, state: server.share(there, view), run: run as never });
  }

  return {
    state: () => here,
    /** Executes a transaction in both. @throws if they differ @returns what happened */
    async execute(transaction: Transaction) {
      const own = new BlockExecution(here, environment);
      const { result: expected, hits } = counter.record(() => runTransaction(own, transaction, { records: 'calls' }));
      const other = new BlockExecution(there, environment);
      const done = await inThread<'transaction'>({ type: 'transaction', transaction, limit, spent: undefined, records: 'calls' });
      await other.adopt(done.observed.result, done.changes);
      equal(observedPlain(done.observed), observedPlain(expected));
      equal(countsOf(done.hits ?? new Map()), countsOf(hits));
      here = own.after();
      there = other.after();
      return expected.result;
    },
    /** Calls a function without an effect in both. @throws if they differ */
    async read(call: ReadCall) {
      const { result: expected, hits } = counter.record(() => callReadOnly({ ...environment, state: here }, call));
      const done = await inThread<'read'>({ type: 'read', call });
      equal(done.result, expected);
      equal(countsOf(done.hits ?? new Map()), countsOf(hits));
      return expected;
    },
    /** Compares all contracts, accounts and values. @returns how many there are */
    compare(): number {
      const [expected, received] = [contentsOf(here), contentsOf(there)];
      equal([...received.keys()], [...expected.keys()]);
      for (const [key, change] of expected) equal(received.get(key), change);
      return expected.size;
    },
    close: () => thread.close(),
    [Symbol.asyncDispose]: () => thread.close(),
  };
}

/** An origin that has everything only the second time it is asked, as one that fetches it. */
class SlowBase implements InheritedState {
  readonly #origin: InheritedState;
  readonly #asked = new Set<string>();

  constructor(origin: InheritedState) {
    this.#origin = origin;
  }

  contract(id: PrincipalValue): Contract | undefined {
    this.#fetch(id.text);
    return this.#origin.contract(id);
  }

  account(principal: PrincipalValue): Account {
    this.#fetch(`account ${principal.text}`);
    return this.#origin.account(principal);
  }

  variable(...[contract, variable]: Parameters<InheritedState['variable']>): StoredValue | undefined {
    this.#fetch(`${contract.id.text} ${variable.name}`);
    return this.#origin.variable(contract, variable);
  }

  mapEntry(...[contract, map, key]: Parameters<InheritedState['mapEntry']>): StoredValue | undefined {
    this.#fetch(`${contract.id.text} ${map.name} ${Buffer.from(serialize(key)).toString('hex')}`);
    return this.#origin.mapEntry(contract, map, key);
  }

  fungibleBalance(...args: Parameters<InheritedState['fungibleBalance']>): bigint {
    return this.#origin.fungibleBalance(...args);
  }

  fungibleSupply(...args: Parameters<InheritedState['fungibleSupply']>): bigint | undefined {
    return this.#origin.fungibleSupply(...args);
  }

  nonFungibleOwner(...args: Parameters<InheritedState['nonFungibleOwner']>): PrincipalValue | undefined {
    return this.#origin.nonFungibleOwner(...args);
  }

  #fetch(what: string): void {
    if (this.#asked.has(what)) return;
    this.#asked.add(what);
    throw new Missing(what, Promise.resolve());
  }
}

/** Classes and fields that are undefined count, too. */
/** An observation with its events as they are stored. */
function observedPlain({ result, ...recorded }: Observed) {
  if (!('events' in result)) return { result, ...recorded };
  const { parts, commitment } = result.events;
  const shown = parts.map(({ count, contracts, sources, read }) => ({ count, contracts, sources, json: Buffer.from(read()).toString() }));
  return { result: { ...result, events: { parts: shown, commitment } }, ...recorded };
}

function equal(received: unknown, expected: unknown): void {
  if (isDeepStrictEqual(received, expected)) return;
  expect(received).toStrictEqual(expected);
  throw new Error('the prototypes differ');
}

function countsOf(hits: NonNullable<Extract<Done, { type: 'read' }>['hits']>) {
  return [...hits]
    .map(([{ id }, counts]) => [id.text, [...counts].sort(([a], [b]) => a - b)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function contentsOf(state: State): Map<string, Change> {
  return new Map(
    [...changesOf(state)].map((change): [string, Change] => [keyOf(change), plain(change)]).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function keyOf(change: Change): string {
  switch (change.type) {
    case 'contract':
      return `contract ${change.contract.id.text}`;
    case 'account':
      return `account ${change.principal.text}`;
    case 'entry':
      return `slot ${change.slot} ${Buffer.from(serialize(change.key)).toString('hex')}`;
    case 'slot':
      return `slot ${change.slot}`;
    case 'totals':
      return 'totals';
  }
}

/** What the compiler made of functions is not part of a contract. */
function plain(change: Change): Change {
  if (change.type === 'contract') for (const fn of change.contract.functions.values()) fn.compiled = undefined;
  return change;
}
