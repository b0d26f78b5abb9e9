import { expect, test } from 'vitest';
import { makeBlock, requireOwnHash, restoreBlock, type StacksBlock, serializeBlock } from '#dist/stacks/node/chain/block/block.js';
import { findEpoch } from '#dist/stacks/node/chain/epoch.js';
import { nextSortition } from '#dist/stacks/node/chain/state/sortition.js';
import { burnBlock, startTestNode } from '../../test-node.js';

/** What follows the signatures and the bit vector of a header. */
function endOf(block: Buffer): Buffer {
  const signatures = 141 + 65;
  const bits = signatures + 4 + 65 * block.readUInt32BE(signatures) + 2;
  return block.subarray(bits + 4 + block.readUInt32BE(bits));
}

test('default: since epoch 4.0, a header has version 1, and a list of transactions that are not executed', async () => {
  for (const [epoch, version] of [
    ['3.4', 0],
    ['4.0', 1],
  ] as const) {
    await using node = await startTestNode({ epoch });
    const tenure = (await (await fetch(`${node.url}/v3/tenures/info`)).json()) as { tip_block_id: string };
    const bytes = Buffer.from(await (await fetch(`${node.url}/v3/blocks/${tenure.tip_block_id}`)).arrayBuffer());
    expect(bytes.readUInt8()).toBe(version);
    // An empty list, and two transactions: tenure change and coinbase.
    const lengths = Buffer.from(version === 1 ? '0000000000000002' : '00000002', 'hex');
    expect(endOf(bytes).subarray(0, lengths.length).toString('hex')).toBe(lengths.toString('hex'));
  }
});

test('behavior: a block of a state file has the version of its epoch, and its own hash', () => {
  const parent = makeBlock(contents('4.0', undefined));
  const block = makeBlock(contents('4.0', parent));
  const again = (epoch: string) =>
    restoreBlock({ ...contents(epoch, parent), signedBy: undefined }, { record: block.record, parentHash: undefined, tenureFees: 0n });
  requireOwnHash(again('4.0'), block.txids);
  expect(serializeBlock(again('4.0'))).toEqual(serializeBlock(block));
  expect(() => requireOwnHash(again('3.4'), block.txids)).toThrow('a block with another hash');
});

function contents(epoch: string, parent: StacksBlock | undefined): Parameters<typeof makeBlock>[0] {
  return {
    height: (parent?.height ?? 0) + 1,
    parent,
    epoch: findEpoch(epoch),
    sortition: nextSortition(parent?.sortition, burnBlock((parent?.sortition.height ?? 100) + 1)),
    tenureHeight: (parent?.tenureHeight ?? 0) + 1,
    time: 1_700_000_000,
    transactions: [],
    fees: 0n,
    beginsTenure: true,
    matured: [],
    chosen: undefined,
    signedBy: undefined,
    state: undefined as never,
  };
}
