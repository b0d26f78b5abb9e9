import { join } from '#platform/paths.js';
import { readIfExists } from '#platform/read-if-exists.js';
import type { Turn } from '../../../base/turns.js';
import { type Block, parseBlock, serializeBlock } from '../../protocol/codec/block.js';
import { RejectError } from '../../protocol/codec/error.js';
import type { BlockEntry } from '../chain/block-entry.js';
import type { NodeCore } from '../core.js';
import { MAGIC } from '../peers/wire/message.js';
import { readPieces, replaceFile } from './read.js';

const HEADER_SIZE = 8;
/** bitcoind's name of its first file of blocks. Its `-loadblock` reads this one. */
const BLOCKS = 'blk00000.dat';
const INVALID = 'invalid.json';

/** Adds the blocks of a folder to the chain, in the order in which they came. */
export async function loadBlocks(core: NodeCore, folder: string, turn: Turn): Promise<void> {
  const blocks = await readBlocks(join(folder, BLOCKS), turn);
  const mockTime = core.clock.mockTime();
  // No block is too new: each was accepted at its time.
  core.clock.setMockTime(Math.max(0, ...blocks.map(({ header }) => header.time)));
  try {
    for (const block of blocks) {
      await turn();
      submit(core, block);
    }
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
  await replaceFile(join(folder, BLOCKS), framesOf(blocks));
  await replaceFile(join(folder, INVALID), JSON.stringify(chain.invalidHashes()));
}

/** Yields blocks with bitcoind's framing: magic bytes and length. */
function* framesOf(entries: readonly BlockEntry[]): Generator<Uint8Array> {
  for (const { block } of entries) {
    const bytes = serializeBlock(block);
    const header = Buffer.alloc(HEADER_SIZE);
    MAGIC.copy(header);
    header.writeUInt32LE(bytes.length, MAGIC.length);
    yield Buffer.concat([header, bytes]);
  }
}

/** A block that breaks a rule stays out, with those on top of it: the rules may depend on options. */
function submit({ miner }: NodeCore, block: Block): void {
  try {
    miner.submit(block);
  } catch (error) {
    if (!(error instanceof RejectError)) throw error;
  }
}

/** Reads the blocks that {@link framesOf} wrote. Stops at the end of the complete ones. */
async function readBlocks(path: string, turn: Turn): Promise<Block[]> {
  const blocks: Block[] = [];
  let unread = Buffer.alloc(0);
  for await (const piece of readPieces(path)) {
    unread = Buffer.concat([unread, piece]);
    for (let end = frameEnd(unread); end !== undefined; end = frameEnd(unread)) {
      await turn();
      blocks.push(parseBlock(unread.subarray(HEADER_SIZE, end)));
      unread = unread.subarray(end);
    }
  }
  return blocks;
}

/** Returns the length of the first frame, or undefined unless it is complete. */
function frameEnd(bytes: Buffer): number | undefined {
  if (bytes.length < HEADER_SIZE || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const end = HEADER_SIZE + bytes.readUInt32LE(MAGIC.length);
  return end > bytes.length ? undefined : end;
}
