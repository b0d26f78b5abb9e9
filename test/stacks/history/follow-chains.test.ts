import { expect, test } from 'vitest';
import type { Engine } from '#dist/stacks/engine/engine.js';
import { createEventHub } from '#dist/stacks/engine/event-hub.js';
import { followChains } from '#dist/stacks/history/follow-chains.js';
import type { SubscribeTracked } from '#dist/stacks/history/tracked-event.js';
import { blockEvent, receiptFor, transfer } from './support/blocks.js';

const BITCOIN_TXID = 'b1'.repeat(32);

function network() {
  const { emit, subscribe } = createEventHub();
  const tip = { height: 100, hash: '' };
  const tracking = followChains({
    engine: { subscribe, tips: () => ({ bitcoin: tip, stacks: { ...tip, burnHeight: 100 } }) },
    bitcoinRpc: { transaction: async () => undefined, header: () => Promise.reject(new Error('no header')) },
    keptBlocks: undefined,
    from: undefined,
    closed: new AbortController().signal,
  });
  const { bitcoin, history, stacks } = tracking;
  return {
    emit,
    ...tracking,
    see: (txid: string) => [bitcoin.ledger.state(BITCOIN_TXID).at, stacks.ledger.state(txid).at, history.chain.tip?.height],
  };
}

test('behavior: who subscribes sees an event only when all trackers know it, restores included', async () => {
  const { emit, subscribe, saved, see } = network();
  const signed = await transfer(0);
  const txid = `0x${signed.txid.replace(/^0x/, '')}`;
  const seen: unknown[] = [];
  saved.keep('before', saved.present());
  subscribe(({ type }) => seen.push([type, ...see(txid)]));
  emit({ type: 'bitcoin.block', height: 101, hash: 'aa', txids: [BITCOIN_TXID] });
  emit(blockEvent(101, '0x00', [receiptFor(signed)]));
  emit({ type: 'restored', id: 'before' });
  expect(seen).toEqual([
    ['bitcoin.block', 'block', 'unknown', undefined],
    ['stacks.block', 'block', 'block', 101],
    ['restored', 'unknown', 'unknown', undefined],
  ]);
});

test('types: events of an engine are not those that the trackers know, and the order of the trackers is fixed', () => {
  const { bitcoin, history, stacks } = network();
  const subscribe: Engine['subscribe'] = () => () => undefined;
  // @ts-expect-error the trackers may not know these events yet
  const tracked: SubscribeTracked = subscribe;
  expect(tracked).toBe(subscribe);
  const event = { type: 'restored', id: 's1' } as const;
  // @ts-expect-error the ledger of Stacks reads the history and the Bitcoin chain
  expect(stacks.follow(event)).toBe(event);
  // @ts-expect-error and needs both
  expect(stacks.follow(history.follow(event))).toBe(event);
  expect(stacks.follow(history.follow(bitcoin.follow(event)))).toBe(event);
});
