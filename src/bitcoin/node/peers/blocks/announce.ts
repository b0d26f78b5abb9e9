import { ancestorAt, type BlockEntry, type HeaderEntry } from '../../chain/block-entry.js';
import type { Chain } from '../../chain/chain.js';
import type { Peer } from '../peer.js';
import { serializeHeaders } from '../wire/headers.js';
import { INVENTORY, serializeInventory } from '../wire/inventory.js';

/** Beyond this number of new blocks, only the tip is announced. */
const MAX_ANNOUNCED = 8;

/** Announces new blocks to a peer: by headers if it prefers them and can connect them, else the tip by its hash. */
export function announceBlocks(peer: Peer, fresh: readonly BlockEntry[], chain: Chain): void {
  const tip = fresh.at(-1);
  if (tip === undefined) return;
  noteKnown(peer, chain);
  const headers = peer.prefersHeaders && fresh.length <= MAX_ANNOUNCED ? connecting(peer, fresh, chain) : undefined;
  const last = headers?.at(-1);
  if (headers !== undefined && last !== undefined) {
    peer.connection.send('headers', serializeHeaders(headers.map(({ header }) => header)));
    peer.blocks.sent = last;
  } else if (headers === undefined && !hasHeader(peer, tip)) {
    peer.connection.send('inv', serializeInventory([{ type: INVENTORY.BLOCK, hash: tip.hash }]));
  }
}

/** Finds the block that the peer announced before the node knew it. */
export function noteKnown({ blocks }: Peer, chain: Chain): void {
  const entry = blocks.unknown === undefined ? undefined : chain.header(blocks.unknown);
  if (entry === undefined) return;
  blocks.unknown = undefined;
  blocks.known = higher(blocks.known, entry);
}

/** Returns the higher block. All blocks of regtest have the same work. */
export function higher(known: HeaderEntry | undefined, entry: HeaderEntry): HeaderEntry {
  return known === undefined || entry.height >= known.height ? entry : known;
}

/** Returns the blocks that the peer lacks, or undefined unless they are one active branch on top of a header that it has. */
function connecting(peer: Peer, fresh: readonly BlockEntry[], chain: Chain): BlockEntry[] | undefined {
  const isBranch = fresh.every((entry, index) => index === 0 || entry.parent === fresh[index - 1]);
  if (!isBranch || !fresh.every((entry) => chain.isActive(entry))) return undefined;
  const headers = fresh.filter((entry) => !hasHeader(peer, entry));
  const before = headers[0]?.parent;
  return headers.length === 0 || before === undefined || hasHeader(peer, before) ? headers : undefined;
}

/** Whether the peer has a header, by what it announced and what it was sent. */
function hasHeader({ blocks }: Peer, entry: HeaderEntry): boolean {
  return [blocks.known, blocks.sent].some((best) => best !== undefined && ancestorAt(best, entry.height)?.hash === entry.hash);
}
