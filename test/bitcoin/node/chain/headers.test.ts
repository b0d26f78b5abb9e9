import { describe, expect, test } from 'vitest';
import type { BlockEntry } from '#dist/bitcoin/node/chain/block-entry.js';
import { meetsTarget } from '#dist/bitcoin/node/chain/validation/check-block.js';
import { createCore, type NodeCore } from '#dist/bitcoin/node/core.js';
import { type BlockHeader, blockHash } from '#dist/bitcoin/protocol/codec/block.js';
import { hashToHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { buildBlock } from '../blocks.js';
import { TRUE_SCRIPT } from '../harness.js';

function coreAt(height: number): NodeCore {
  const core = createCore({});
  while (core.chain.tip().height < height) core.miner.mine(TRUE_SCRIPT);
  return core;
}

function nextBlock(core: NodeCore, parent: BlockEntry = core.chain.tip()) {
  return buildBlock({ core, parent, scriptPubKey: TRUE_SCRIPT, transactions: [] });
}

/** A header without its block. */
function headerOn(parent: BlockHeader): BlockHeader {
  const header = { ...parent, previous: blockHash(parent), merkleRoot: new Uint8Array(32), time: parent.time + 1, nonce: 0 };
  while (!meetsTarget(blockHash(header))) header.nonce++;
  return header;
}

const nameOf = (header: BlockHeader) => hashToHex(blockHash(header));

describe('behavior: a header before its block', () => {
  test('default: is known, is a leaf and does not move the chain', () => {
    const { chain } = coreAt(3);
    const tip = chain.tip();
    const header = headerOn(tip.header);
    chain.acceptHeader(header);
    chain.acceptHeader(headerOn(header));
    expect(chain.tip()).toBe(tip);
    expect(chain.block(nameOf(header))).toBeUndefined();
    expect(chain.header(nameOf(header))).toMatchObject({ height: 4, parent: tip });
    expect(chain.leaves().map(({ height }) => height)).toEqual([5]);
    expect(chain.bestHeader().height).toBe(5);
  });

  test('behavior: of equal work, the best one is the one that came first', () => {
    const core = coreAt(3);
    const { chain } = core;
    const header = headerOn(chain.tip().header);
    chain.acceptHeader(header);
    core.miner.mine(TRUE_SCRIPT);
    expect(chain.bestHeader().hash).toBe(nameOf(header));
    core.miner.mine(TRUE_SCRIPT);
    expect(chain.bestHeader()).toBe(chain.tip());
  });

  test('behavior: its block takes its place, and headers above it stay there', () => {
    const core = coreAt(3);
    const { chain } = core;
    const block = nextBlock(core);
    const child = headerOn(block.header);
    chain.acceptHeader(block.header);
    chain.acceptHeader(child);
    chain.acceptHeader(headerOn(child));
    const { entry } = chain.accept(block);
    expect(chain.tip()).toBe(entry);
    expect(chain.header(nameOf(block.header))).toBe(entry);
    expect(chain.header(nameOf(child))?.parent?.hash).toBe(entry.hash);
    expect(chain.header(nameOf(headerOn(child)))?.parent).toBe(chain.header(nameOf(child)));
    expect(chain.leaves().map(({ height }) => height)).toEqual([6]);
  });

  test('behavior: a block above it waits for its block', () => {
    const source = coreAt(3);
    const core = coreAt(3);
    const { chain } = core;
    const [one, two, three] = [1, 2, 3].map(() => source.miner.mine(TRUE_SCRIPT)!) as [BlockEntry, BlockEntry, BlockEntry];
    expect(() => chain.accept(two.block)).toThrow('prev-blk-not-found');
    chain.acceptHeader(one.header);
    for (const { block } of [two, three]) expect(() => chain.accept(block)).toThrow('inconclusive');
    expect(() => chain.accept(two.block)).toThrow('duplicate');
    const waiting = chain.snapshot();
    for (const again of [false, true]) {
      if (again) chain.restore(waiting);
      expect(chain.tip().height).toBe(3);
      chain.accept(one.block);
      expect([4, 5, 6].map((height) => chain.at(height)?.hash)).toEqual([one.hash, two.hash, three.hash]);
      expect(chain.leaves()).toEqual([chain.tip()]);
      expect(chain.bestHeader().height).toBe(6);
    }
  });

  test('behavior: of blocks that waited for their blocks, the one that came first becomes the tip', () => {
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ]) {
      const source = coreAt(3);
      const { chain } = coreAt(3);
      const parent = nextBlock(source);
      const on = source.chain.accept(parent).entry;
      chain.acceptHeader(parent.header);
      const children = [0, 1, 2, 3].map((byte) => buildBlock({ core: source, parent: on, scriptPubKey: Uint8Array.of(0x51, byte) }));
      const waiting = order.map((index) => children[index]!);
      for (const block of waiting) expect(() => chain.accept(block)).toThrow('inconclusive');
      chain.accept(parent);
      expect(chain.tip().hash).toBe(nameOf(waiting[0]!.header));
      const sequences = waiting.map(({ header }) => chain.header(nameOf(header))!.sequence);
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    }
  });

  test('behavior: what is above an invalid block is refused, and its block too', () => {
    const core = coreAt(3);
    const { chain } = core;
    const block = nextBlock(core);
    chain.acceptHeader(block.header);
    core.invalidate(chain.header(nameOf(block.header))!);
    expect(() => chain.acceptHeader(block.header)).toThrow('duplicate-invalid');
    expect(() => chain.acceptHeader(headerOn(block.header))).toThrow('bad-prevblk');
    expect(() => chain.accept(block)).toThrow('duplicate-invalid');
    expect(chain.bestHeader().height).toBe(3);
    core.reconsider(chain.header(nameOf(block.header))!);
    expect(chain.accept(block).entry).toBe(chain.tip());
  });

  test('behavior: a restore forgets it, or knows it again', () => {
    const { chain } = coreAt(3);
    const before = chain.snapshot();
    const header = headerOn(chain.tip().header);
    chain.acceptHeader(header);
    const after = chain.snapshot();
    chain.restore(before);
    expect(chain.header(nameOf(header))).toBeUndefined();
    chain.restore(after);
    expect(chain.header(nameOf(header))).toMatchObject({ height: 4 });
  });

  test('error: one that could not be that of a block', () => {
    const { chain } = coreAt(3);
    const good = headerOn(chain.tip().header);
    const mined = (changes: Partial<BlockHeader>) => {
      const header = { ...good, ...changes };
      while (!meetsTarget(blockHash(header))) header.nonce++;
      return header;
    };
    expect(() => chain.acceptHeader(mined({ previous: new Uint8Array(32).fill(1) }))).toThrow('prev-blk-not-found');
    expect(() => chain.acceptHeader(mined({ time: 1 }))).toThrow('time-too-old');
    expect(() => chain.acceptHeader(mined({ version: 1 }))).toThrow('bad-version(0x00000001)');
    // Another target within the limit, which the hash meets, and targets that no hash may have.
    const easier = { ...good, bits: 0x20400000 };
    while ((blockHash(easier)[31] ?? 0) >= 0x40) easier.nonce++;
    expect(() => chain.acceptHeader(easier)).toThrow('bad-diffbits');
    for (const bits of [0, 1, 0x207fffff + 1, 0x1d80ffff, 0xff7fffff]) {
      expect(() => chain.acceptHeader(mined({ bits }))).toThrow('high-hash');
    }
  });
});
