import { join } from 'node:path';
import { type Block, parseBlock, serializeBlock } from '../../../chains/bitcoin/codec/block.js';
import { RejectError } from '../../../chains/bitcoin/codec/error.js';
import type { NodeCore } from '../core.js';
import { MAGIC } from '../peers/wire/message.js';
import { readIfExists, replaceFile } from './read.js';

const HEADER_SIZE = 8;
/** bitcoind's name of its first file of blocks. Its `-loadblock` reads this one. */
const BLOCKS = 'blk00000.dat';
const INVALID = 'invalid.json';

/** Adds the blocks of a folder to the chain, in the order in which they came. */
export async function loadBlocks(core: NodeCore, folder: string): Promise<void> {
  const blocks = parseFrames((await readIfExists(join(folder, BLOCKS))) ?? Buffer.alloc(0));
  const mockTime = core.clock.mockTime();
  // No block is too new: each was accepted at its time.
  core.clock.setMockTime(Math.max(0, ...blocks.map(({ header }) => header.time)));
  try {
    for (const block of blocks) submit(core, block);
  } finally {
    core.clock.setMockTime(mockTime);
  }
  const invalid: unknown = JSON.parse((await readIfExists(join(folder, INVALID)))?.toString() ?? '[]');
  for (const hash of Array.isArray(invalid) ? invalid : []) {
    const entry = core.chain.header(String(hash));
    if (entry !== undefined) core.invalidate(entry);
  }
}

export async function saveBlocks({ chain }: NodeCore, folder: string): Promise<void> {
  const blocks = chain.blocks().filter(({ height }) => height > 0);
  const frames = blocks.map(({ block }) => {
    const bytes = serializeBlock(block);
    const header = Buffer.alloc(HEADER_SIZE);
    MAGIC.copy(header);
    header.writeUInt32LE(bytes.length, MAGIC.length);
    return Buffer.concat([header, bytes]);
  });
  await replaceFile(join(folder, BLOCKS), Buffer.concat(frames));
  await replaceFile(join(folder, INVALID), JSON.stringify(chain.invalidHashes()));
}

/** A block that breaks a rule stays out, with those on top of it: the rules may depend on options. */
function submit({ miner }: NodeCore, block: Block): void {
  try {
    miner.submit(block);
  } catch (error) {
    if (!(error instanceof RejectError)) throw error;
  }
}

/** Reads blocks with bitcoind's framing: magic bytes and length. Stops at the end of the complete ones. */
function parseFrames(file: Buffer): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; file.subarray(at, at + MAGIC.length).equals(MAGIC) && at + HEADER_SIZE <= file.length; ) {
    const end = at + HEADER_SIZE + file.readUInt32LE(at + MAGIC.length);
    if (end > file.length) break;
    blocks.push(parseBlock(file.subarray(at + HEADER_SIZE, end)));
    at = end;
  }
  return blocks;
}
