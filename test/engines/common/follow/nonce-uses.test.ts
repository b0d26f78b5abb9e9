import { expect, test } from 'vitest';
import { createStacksChain } from '#dist/engines/common/follow/stacks-chain.js';
import type { EngineEvent } from '#dist/stacks/engine/engine-event.js';
import {
  blockEvent,
  GENESIS_PARENT,
  OTHER_KEY,
  receiptFor,
  type Signed,
  sponsored,
  transfer,
} from '../../../stacks/history/support/blocks.js';

function follow() {
  const events: EngineEvent[] = [];
  const chain = createStacksChain((event) => events.push(event));
  let tip = { height: 0, hash: GENESIS_PARENT };
  let made = 0;
  return {
    chain,
    pend: ({ txid, rawTx }: Signed) => chain.apply({ type: 'stacks.tx', txid, rawTx }),
    mine(transactions: Signed[], on = tip) {
      const { type: _type, ...block } = blockEvent(
        on.height + 1,
        on.hash,
        transactions.map((transaction) => receiptFor(transaction)),
        `${made++}`,
      );
      chain.apply({ type: 'block', block });
      tip = block;
      return on;
    },
    /** The events since the last call without their details. */
    seen: () => events.splice(0).map((event) => (event.type === 'stacks.dropped' ? event : event.type)),
  };
}

const dropped = ({ txid }: Signed, { txid: replacedBy }: Signed) => ({ type: 'stacks.dropped', txid, reason: 'ReplaceByFee', replacedBy });

test('default: a block drops the other transactions with the nonces that it uses', async () => {
  const { chain, pend, mine, seen } = follow();
  const [mined, other, later] = [await transfer(0), await transfer(0, { fee: 900n }), await transfer(1)];
  const foreign = await transfer(0, { senderKey: OTHER_KEY });
  for (const transaction of [mined, other, later, foreign]) pend(transaction);
  seen();
  mine([mined]);
  expect(seen()).toEqual(['stacks.block', dropped(other, mined)]);
  expect(chain.waiting()).toEqual([later.txid, foreign.txid]);
});

test('behavior: the nonce of a sponsor is one, too, in both directions', async () => {
  const { pend, mine, seen } = follow();
  const [own, paid, next] = [await transfer(5), await sponsored(0, 5), await sponsored(1, 6)];
  for (const transaction of [own, paid]) pend(transaction);
  seen();
  mine([own]);
  expect(seen()).toEqual(['stacks.block', dropped(paid, own)]);
  const late = await transfer(6);
  for (const transaction of [late, next]) pend(transaction);
  seen();
  mine([next]);
  expect(seen()).toEqual(['stacks.block', dropped(late, next)]);
});

test('behavior: a transaction that is reported after the block that used its nonce is dropped at once', async () => {
  const { chain, pend, mine, seen } = follow();
  const [mined, other] = [await transfer(0), await transfer(0, { fee: 900n })];
  mine([mined]);
  pend(other);
  expect(seen()).toEqual(['stacks.block', 'stacks.tx', dropped(other, mined)]);
  expect(chain.waiting()).toEqual([]);
});

test('behavior: what the node says later about a replaced transaction is no second drop', async () => {
  const { chain, pend, mine, seen } = follow();
  const [mined, other] = [await transfer(0), await transfer(0, { fee: 900n })];
  for (const transaction of [mined, other]) pend(transaction);
  mine([mined]);
  seen();
  chain.apply({ type: 'stacks.dropped', txid: other.txid, reason: 'StaleGarbageCollect' });
  expect(seen()).toEqual([]);
});

test('behavior: after a fork the other transaction may be mined, and drops the one that returned', async () => {
  const { pend, mine, seen } = follow();
  const [first, second] = [await transfer(0), await transfer(0, { fee: 900n })];
  mine([]);
  for (const transaction of [first, second]) pend(transaction);
  const parent = mine([first]);
  seen();
  mine([second], parent);
  expect(seen()).toEqual(['stacks.reorg', 'stacks.block', dropped(first, second)]);
  mine([first], parent);
  expect(seen()).toEqual(['stacks.reorg', 'stacks.block', dropped(second, first)]);
});

test('behavior: a snapshot keeps the nonces of pending transactions; a state without them has the txids', async () => {
  const { chain, pend, mine, seen } = follow();
  const [mined, other] = [await transfer(0), await transfer(0, { fee: 900n })];
  for (const transaction of [mined, other]) pend(transaction);
  const state = JSON.parse(JSON.stringify(chain.state())) as ReturnType<typeof chain.state>;
  mine([mined]);
  chain.restore(state);
  expect(chain.waiting()).toEqual([mined.txid, other.txid]);
  seen();
  mine([other], state.tip);
  expect(seen().at(-1)).toEqual(dropped(mined, other));
  chain.restore({ ...state, waiting: [mined.txid] });
  expect(chain.waiting()).toEqual([mined.txid]);
});
