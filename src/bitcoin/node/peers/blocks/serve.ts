import { serializeBlock } from '../../../protocol/codec/block.js';
import { ancestorAt, type BlockEntry } from '../../chain/block-entry.js';
import type { Chain } from '../../chain/chain.js';
import type { Peer } from '../peer.js';
import type { UploadLimit } from '../upload-limit.js';
import { type Locator, MAX_HEADERS, serializeHeaders } from '../wire/headers.js';
import { INVENTORY, type InventoryItem, serializeInventory } from '../wire/inventory.js';
import { PeerEnd } from '../wire/protocol-error.js';

/** Seconds between blocks, by which Core measures work. */
const BLOCK_INTERVAL = 600;
/** The age in seconds up to which blocks of other branches are served. */
const MAX_STALE_AGE = 30 * 24 * 60 * 60;
/** The age in seconds of blocks that are not served beyond the limit of uploads. */
const OLD_BLOCK_AGE = 7 * 24 * 60 * 60;
/** The number of blocks in an answer to `getblocks`. */
const MAX_BLOCKS = 500;

/** Answers `getheaders`. An empty answer means that the peer has all headers. */
export function sendHeaders(peer: Peer, locator: Locator, chain: Chain): void {
  const headers = requested(locator, chain, MAX_HEADERS);
  // A request for one header has no answer without it.
  if (locator.hashes.length === 0 && !(headers.length > 0 && headers.every((entry) => isServed(entry, chain)))) return;
  // The peer is synchronized with the last of them, or with the tip.
  peer.blocks.sent = headers.at(-1) ?? chain.tip();
  peer.connection.send('headers', serializeHeaders(headers.map(({ header }) => header)));
}

/** Answers `getblocks` with announcements of the blocks after the fork. */
export function sendBlockHashes(peer: Peer, locator: Locator, chain: Chain): void {
  const all = blocksAfter(locator, chain, MAX_BLOCKS);
  const blocks = all.at(-1)?.hash === locator.stop ? all.slice(0, -1) : all;
  if (blocks.length === 0) return;
  peer.blocks.continueAt = blocks.length === MAX_BLOCKS ? blocks.at(-1)?.hash : undefined;
  peer.connection.send('inv', serializeInventory(blocks.map(({ hash }) => ({ type: INVENTORY.BLOCK, hash }))));
}

/** Sends a requested block. Unknown and invalid blocks get no answer, as in Core. @throws PeerEnd beyond the limit of uploads */
export function sendBlock(
  peer: Peer,
  { type, hash }: InventoryItem,
  { chain, uploadLimit }: { chain: Chain; uploadLimit: UploadLimit },
): void {
  const entry = chain.block(hash);
  if (entry === undefined || !isServed(entry, chain)) return;
  const isOld = chain.tip().header.time - entry.header.time > OLD_BLOCK_AGE;
  if (isOld && uploadLimit.refusesOldBlocks() && !peer.permissions.includes('download'))
    throw new PeerEnd('historical block serving limit reached');
  peer.connection.send('block', serializeBlock(entry.block, { witness: (type & INVENTORY.WITNESS) !== 0 }));
  if (peer.blocks.continueAt !== hash) return;
  peer.blocks.continueAt = undefined;
  peer.connection.send('inv', serializeInventory([{ type: INVENTORY.BLOCK, hash: chain.tip().hash }]));
}

/** Without hashes, the request is for the one header `stop`. */
function requested(locator: Locator, chain: Chain, limit: number): BlockEntry[] {
  if (locator.hashes.length > 0) return blocksAfter(locator, chain, limit);
  const single = locator.stop === undefined ? undefined : chain.block(locator.stop);
  return single === undefined ? [] : [single];
}

/**
 * Whether the block is of the active chain, or of a recent branch. An old branch would identify the node (Core's `BlockRequestAllowed`).
 */
function isServed(entry: BlockEntry, chain: Chain): boolean {
  if (chain.isActive(entry)) return true;
  const tip = chain.tip();
  const age = Math.max(tip.header.time - entry.header.time, (tip.height - entry.height) * BLOCK_INTERVAL);
  return entry.isConnected && !chain.isInvalid(entry) && age < MAX_STALE_AGE;
}

/** Returns the active blocks after the best one that both sides have, up to and including `stop`. */
function blocksAfter({ hashes, stop }: Locator, chain: Chain, limit: number): BlockEntry[] {
  const blocks: BlockEntry[] = [];
  for (let at = chain.at(forkHeight(hashes, chain) + 1); at !== undefined; at = chain.at(at.height + 1)) {
    blocks.push(at);
    if (blocks.length === limit || at.hash === stop) break;
  }
  return blocks;
}

/** The height of the first block of the locator that is in the active chain, or on top of it (Core's `FindForkInGlobalIndex`). */
function forkHeight(hashes: string[], chain: Chain): number {
  const tip = chain.tip();
  for (const hash of hashes) {
    const entry = chain.header(hash);
    if (entry === undefined) continue;
    if (chain.isActive(entry)) return entry.height;
    if (ancestorAt(entry, tip.height) === tip) return tip.height;
  }
  return 0;
}
