import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { RecordLog } from '#dist/base/storage/record-log.js';
import type { EngineEvent, StacksBlockEvent } from '#dist/stacks/engine/engine-event.js';
import { Chain } from '#dist/stacks/history/chain/chain.js';
import { BlockRecord } from '#dist/stacks/history/chain/records.js';
import { Lookup } from '#dist/stacks/history/lookup/lookup.js';
import type { PrintList } from '#dist/stacks/history/lookup/print-list.js';
import { createStacksHistory } from '#dist/stacks/history/stacks-history.js';
import type { StacksReceipt } from '#dist/stacks/protocol/receipt/node-receipt.js';
import { FULL_LENGTH } from '../../full-length.js';
import { ADDRESS, blockEvent, deploy, GENESIS_PARENT, movement, OTHER_ADDRESS, receiptFor, transfer } from './support/blocks.js';

const log = new RecordLog();
const PEOPLE = [ADDRESS, OTHER_ADDRESS, 'ST3AM1A56AK2C1XAFJ4115ZSV26EB49BVQ10MGCS0', `${ADDRESS}.vault`];
const COIN = `${ADDRESS}.coin::coin`;
const STAMP = `${ADDRESS}.stamp::stamp`;

const everyPrint = (prints: PrintList) => prints.slice(0, prints.length);

/** Everything that a lookup answers, as values that can be compared. */
function answers(lookup: Lookup) {
  const ids = (records: Iterable<{ txid: string }>) => Array.from(records, ({ txid }) => txid);
  return {
    transactions: ids(lookup.transactions),
    types: [['transfer'] as const, ['deploy'] as const, ['deploy', 'transfer'] as const].map((types) => ids(lookup.byType.of(types))),
    supply: lookup.supply,
    supplies: lookup.chain.blocks.map(({ height }) => lookup.supplyAt(height)),
    burnBlocks: lookup.burnBlocks.map((blocks) => blocks.map(({ hash }) => hash)),
    tenures: [1, 2, 3, 4, 5, 6].map((height) => lookup.tenure(height).map(({ hash }) => hash)),
    accounts: PEOPLE.map((principal) => {
      const account = lookup.accounts.find(principal);
      return {
        transactions: ids(account?.transactions ?? []),
        own: ids(account?.own ?? []),
        movements: Array.from(account?.movements ?? [], ({ record, index }) => `${record.txid} ${index}`),
        stx: [account?.stx.sent ?? 0n, account?.stx.received ?? 0n, account?.fees ?? 0n, account?.rewards ?? 0n],
        fungible: [...(account?.fungible ?? [])].sort(),
        nonFungible: [...(account?.nonFungible ?? [])].sort(),
        held: lookup.tokens
          .held(principal)
          .map(({ asset, value }) => `${asset} ${value}`)
          .sort(),
      };
    }),
    holders: [...lookup.tokens.holders(COIN)].sort(),
    prints: everyPrint(lookup.contracts.prints(`${ADDRESS}.coin`)).map(({ record, index }) => `${record.txid} ${index}`),
  };
}

type Step =
  | { kind: 'block'; movements: { kind: number; from: number; to: number; amount: number }[] }
  | { kind: 'reorg'; depth: number }
  | { kind: 'snapshot' }
  | { kind: 'restore'; which: number };

const movementsOf = fc.array(fc.record({ kind: fc.nat(6), from: fc.nat(3), to: fc.nat(3), amount: fc.integer({ min: 1, max: 9 }) }), {
  maxLength: 4,
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('block' as const), movements: movementsOf }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reorg' as const), depth: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'snapshot' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), which: fc.nat(5) }) },
  ),
  { maxLength: 30 },
);

function events(txid: string, { movements }: Extract<Step, { kind: 'block' }>): StacksReceipt['events'] {
  return movements.map(({ kind, from, to, amount }, index) => {
    const [sender, recipient] = [PEOPLE[from], PEOPLE[to]];
    const value = `0x01${`${amount}`.padStart(32, '0')}`;
    switch (kind) {
      case 0:
        return movement(txid, index, 'stx_transfer_event', { sender, recipient, amount: `${amount}` });
      case 1:
        return movement(txid, index, 'ft_mint_event', { asset_identifier: COIN, recipient, amount: `${amount}` });
      case 2:
        return movement(txid, index, 'ft_transfer_event', { asset_identifier: COIN, sender, recipient, amount: `${amount}` });
      case 3:
        return movement(txid, index, 'nft_transfer_event', { asset_identifier: STAMP, sender, recipient, raw_value: value });
      case 4:
        return movement(txid, index, 'stx_burn_event', { sender, amount: `${amount}` });
      case 5:
        return movement(txid, index, 'stx_mint_event', { recipient, amount: `${amount}` });
      default:
        return movement(txid, index, 'contract_event', { contract_identifier: `${ADDRESS}.coin`, topic: 'print', raw_value: value });
    }
  });
}

/** A network whose history a test gives events to. */
function source(keep?: number) {
  const genesis = blockEvent(0, GENESIS_PARENT, []);
  const tips = () => ({ bitcoin: { height: 100, hash: '' }, stacks: { height: 0, hash: genesis.hash, burnHeight: 100 } });
  const history = createStacksHistory({ tips, past: async () => [genesis] }, keep);
  return { genesis, history, emit: (event: EngineEvent) => history.follow(event) };
}

const KEEP = 5;

test('property: a history that keeps some blocks lists what is in them; its sums count all blocks', async () => {
  const transactions = await Promise.all(Array.from({ length: 40 }, (_, nonce) => transfer(nonce)));
  await fc.assert(
    fc.asyncProperty(fc.array(movementsOf, { minLength: 1, maxLength: 40 }), fc.nat(20), fc.nat(KEEP - 1), async (list, early, depth) => {
      const { genesis, history, emit } = source(KEEP);
      const chain: StacksBlockEvent[] = [genesis];
      let lookup: Lookup | undefined;
      const add = (movements: (typeof list)[number], at: number, branch: string) => {
        const transaction = transactions[at];
        const last = chain.at(-1);
        if (transaction === undefined || last === undefined) return;
        const receipt = receiptFor(transaction, { events: events(transaction.txid, { kind: 'block', movements }) });
        const block = blockEvent(last.height + 1, last.hash, [receipt], `${at}${branch}`);
        chain.push(block);
        emit(block);
      };
      for (const [at, movements] of list.entries()) {
        // The sums begin by themselves, before a block is forgotten.
        if (at === early) lookup = await history.lookup();
        add(movements, at, 'a');
      }
      lookup ??= await history.lookup();
      const fork = Math.max(chain.length - 1 - depth, 0);
      const again = list.slice(fork);
      chain.splice(fork + 1);
      emit({ type: 'stacks.reorg', forkHeight: fork, height: fork, hash: chain.at(-1)?.hash ?? '' });
      for (const [at, movements] of again.entries()) add(movements, fork + at, 'b');

      const fresh = new Chain();
      fresh.prepend(chain.map((block) => new BlockRecord(block, log)));
      const all = await Lookup.of(fresh);
      const kept = new Set(history.chain.blocks.map(({ hash }) => hash));
      expect(history.chain.blocks.length).toBeLessThanOrEqual(KEEP);
      expect(kept).toEqual(new Set(chain.slice(-kept.size).map(({ hash }) => hash)));
      const isKept = ({ record }: { record: { block: BlockRecord } }) => kept.has(record.block.hash);
      const texts = (refs: readonly { record: { txid: string }; index: number }[]) =>
        refs.map(({ record, index }) => `${record.txid} ${index}`);
      const whole = answers(all);
      const part = answers(lookup);
      expect(part.transactions).toEqual([...all.transactions].filter(({ block }) => kept.has(block.hash)).map(({ txid }) => txid));
      expect(part.prints).toEqual(texts(everyPrint(all.contracts.prints(`${ADDRESS}.coin`)).filter(isKept)));
      expect({ supply: part.supply, holders: part.holders }).toEqual({ supply: whole.supply, holders: whole.holders });
      expect(part.supplies).toEqual(whole.supplies.slice(-kept.size));
      for (const [index, principal] of PEOPLE.entries()) {
        const account = all.accounts.find(principal);
        expect(part.accounts[index]).toEqual({
          ...whole.accounts[index],
          transactions: [...(account?.transactions ?? [])].filter(({ block }) => kept.has(block.hash)).map(({ txid }) => txid),
          own: expect.anything(),
          movements: texts([...(account?.movements ?? [])].filter(isKept)),
        });
        expect(part.accounts[index]?.own.at(-1)).toEqual(whole.accounts[index]?.own.at(-1));
      }
      expect(part.burnBlocks.flat()).toEqual([...chain.slice(-kept.size).map(({ hash }) => hash)]);
    }),
    { numRuns: FULL_LENGTH ? 200 : 25 },
  );
});

test('a reorganisation below the kept blocks begins the history anew', async () => {
  const { genesis, history, emit } = source(KEEP);
  const lookup = await history.lookup();
  const transactions = await Promise.all(Array.from({ length: 10 }, (_, nonce) => transfer(nonce)));
  const movements = [{ kind: 1, from: 0, to: 1, amount: 7 }];
  let parent = genesis.hash;
  for (const [at, transaction] of transactions.entries()) {
    const receipt = receiptFor(transaction, { events: events(transaction.txid, { kind: 'block', movements }) });
    const block = blockEvent(at + 1, parent, [receipt], `${at}`);
    parent = block.hash;
    emit(block);
  }
  expect(lookup.tokens.holders(COIN)).toEqual([[OTHER_ADDRESS, 70n]]);
  expect(history.isComplete()).toBe(false);
  emit({ type: 'stacks.reorg', forkHeight: 2, height: 2, hash: '' });
  expect(history.chain.blocks).toEqual([]);
  const nothing = await Lookup.of(new Chain());
  expect(answers(lookup)).toEqual(answers(nothing));
  const [first] = transactions;
  if (first === undefined) throw new Error('there are ten');
  const block = blockEvent(3, parent, [receiptFor(first, { events: events(first.txid, { kind: 'block', movements }) })], 'new');
  emit(block);
  expect(history.chain.blocks.map(({ hash }) => hash)).toEqual([block.hash]);
  expect(lookup.tokens.holders(COIN)).toEqual([[OTHER_ADDRESS, 7n]]);
});

test('property: after blocks, reorganisations and restores the lists and sums are those of the blocks alone', async () => {
  const transactions = await Promise.all(Array.from({ length: 30 }, (_, nonce) => (nonce % 3 === 0 ? deploy(nonce) : transfer(nonce))));
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(10), async (list, early) => {
      const { genesis, history, emit } = source();
      let chain: StacksBlockEvent[] = [genesis];
      const snapshots: { blocks: StacksBlockEvent[]; restore(): void }[] = [];
      let lookup: Lookup | undefined;
      for (const [at, step] of list.entries()) {
        // The lists begin to be kept at some moment.
        if (at === early) lookup = await history.lookup();
        if (step.kind === 'block') {
          const transaction = transactions[at];
          const last = chain.at(-1);
          if (transaction === undefined || last === undefined) continue;
          const receipt = receiptFor(transaction, { events: events(transaction.txid, step) });
          const block = blockEvent(last.height + 1, last.hash, [receipt], `${at}`);
          chain = [...chain, block];
          emit(block);
        } else if (step.kind === 'reorg') {
          chain = chain.slice(0, Math.max(chain.length - step.depth, 1));
          const tip = chain.at(-1);
          emit({ type: 'stacks.reorg', forkHeight: tip?.height ?? 0, height: tip?.height ?? 0, hash: tip?.hash ?? '' });
        } else if (step.kind === 'snapshot') {
          snapshots.push({ blocks: chain, restore: history.save() });
        } else {
          const snapshot = snapshots[step.which];
          chain = snapshot?.blocks ?? chain;
          snapshot?.restore();
        }
      }
      lookup ??= await history.lookup();
      const fresh = new Chain();
      fresh.prepend(chain.map((block) => new BlockRecord(block, log)));
      const expected = answers(await Lookup.of(fresh));
      expect(answers(lookup)).toEqual(expected);
      expect(expected.types.at(-1)).toEqual(expected.transactions);
      // A copy goes on apart.
      const copy = history.chain.copy();
      history.chain.leaveAbove(-1);
      expect(answers(await Lookup.of(copy))).toEqual(expected);
    }),
    { numRuns: FULL_LENGTH ? 200 : 25 },
  );
});

test('behavior: the chain may change while a lookup walks over it', async () => {
  const receipts = await Promise.all(Array.from({ length: 50 }, async (_, nonce) => receiptFor(await transfer(nonce))));
  const chain = new Chain();
  const grow = (count: number, branch: string): void => {
    for (let added = 0; added < count; added++) {
      const height = (chain.tip?.height ?? 0) + 1;
      chain.push(new BlockRecord(blockEvent(height, chain.tip?.hash ?? GENESIS_PARENT, receipts, branch), log));
    }
  };
  const heights: number[] = [];
  let isOver = false;
  // Between two parts of the walk: first what is not read yet leaves, then what is read already.
  const change = (): void => {
    if (isOver) return;
    const { length } = chain.blocks;
    heights.push(length);
    chain.leaveAbove(heights.length % 2 === 0 ? 2 : length - 3);
    grow(heights.length > 10 ? 1 : 40, `${heights.length}`);
    setImmediate(change);
  };
  grow(200, 'a');
  const walk = Lookup.of(chain);
  setImmediate(change);
  const lookup = await walk;
  isOver = true;
  grow(2, 'z');
  expect(heights.length).toBeGreaterThan(1);
  expect(answers(lookup)).toEqual(answers(await Lookup.of(chain)));
});

test('default: lists are made before somebody asks for one, once they are long', async () => {
  const past = vi.fn(async () => []);
  const history = createStacksHistory({
    tips: () => ({ bitcoin: { height: 0, hash: '' }, stacks: { height: 0, hash: GENESIS_PARENT, burnHeight: 0 } }),
    past,
  });
  const receipt = receiptFor(await transfer(0));
  const first = blockEvent(1, GENESIS_PARENT, Array<StacksReceipt>(1_999).fill(receipt));
  history.follow(first);
  await new Promise(setImmediate);
  expect(past).not.toHaveBeenCalled();
  history.follow(blockEvent(2, first.hash, [receipt]));
  await expect.poll(() => past.mock.calls.length).toBe(1);
  const lookup = await history.lookup();
  expect([lookup.transactions.length, past.mock.calls.length]).toEqual([2_000, 1]);
});

test('behavior: the supply at a height is that of the blocks that are canonical now', async () => {
  const chain = new Chain();
  const lookup = await Lookup.of(chain);
  const signed = await transfer(0);
  const push = (amount: number, branch: string): void => {
    const movements = amount === 0 ? [] : [{ kind: 5, from: 0, to: 1, amount }];
    const receipt = receiptFor(signed, { events: events(signed.txid, { kind: 'block', movements }) });
    chain.push(new BlockRecord(blockEvent((chain.tip?.height ?? 0) + 1, chain.tip?.hash ?? GENESIS_PARENT, [receipt], branch), log));
  };
  const supplies = () => chain.blocks.map(({ height }) => lookup.supplyAt(height));
  for (const amount of [1, 0, 7, 0]) push(amount, 'a');
  expect(supplies()).toEqual([1n, 1n, 8n, 8n]);
  chain.leaveAbove(2);
  for (const amount of [0, 0, 3, 0]) push(amount, 'b');
  expect(supplies()).toEqual([1n, 1n, 1n, 1n, 4n, 4n]);
});
