import type { BlockHeader } from '../../protocol/codec/block.js';
import { hashToHex } from '../../protocol/codec/hex.js';
import { type BlockEntry, type BlockRecord, type HeaderEntry, headerEntry, isAncestor } from './block-entry.js';
import { blockEntry } from './placed-block.js';
import type { ChainState, EarlyBlock } from './state.js';

/** Returns any known header by display order hash, with or without its block. */
export function findHeader(state: ChainState, hash: string): HeaderEntry | undefined {
  return state.blocks.get(hash) ?? state.headers.get(hash);
}

/**
 * Adds a block on top of its parent, and the early blocks on top of it. As in Core, an early block is seen only now: those of a height
 * in the order in which they came, before those above them.
 */
export function addBlock(state: ChainState, record: BlockRecord, parent: BlockEntry): BlockEntry {
  const first = placeBlock(state, record, parent);
  const placed = [first];
  for (const entry of placed) {
    for (const child of earlyOn(state, entry.hash)) {
      state.early.delete(child.hash);
      placed.push(placeBlock(state, child, entry));
    }
  }
  return first;
}

function placeBlock(state: ChainState, record: BlockRecord, parent: BlockEntry): BlockEntry {
  const entry = blockEntry(record, parent, state.arrivals++);
  state.blocks.set(entry.hash, entry);
  state.leaves.delete(parent.hash);
  state.leaves.set(entry.hash, entry);
  state.headers.delete(entry.hash);
  return entry;
}

/** Returns the early blocks on top of a block, the first that came first. */
function earlyOn(state: ChainState, hash: string): EarlyBlock[] {
  const children = [...state.early.values()].filter(({ block }) => hashToHex(block.header.previous) === hash);
  return children.sort((a, b) => a.arrival - b.arrival);
}

/** Adds a header without its block. */
export function addHeader(state: ChainState, header: BlockHeader, parent: HeaderEntry): HeaderEntry {
  const entry = headerEntry(header, parent, state.arrivals++);
  state.headers.set(entry.hash, entry);
  return entry;
}

/** Returns the headers without children, with or without their blocks. */
export function leafHeaders(state: ChainState): HeaderEntry[] {
  const headers = [...state.headers.values()];
  const parents = new Set(headers.map(({ parent }) => parent?.hash));
  return [...state.leaves.values(), ...headers].filter(({ hash }) => !parents.has(hash));
}

/** Whether the entry is a block of the active chain. */
export function isActive(state: ChainState, entry: HeaderEntry): boolean {
  return isAncestor(entry, state.tip);
}

/** Whether the entry or one of its ancestors is known to be invalid. */
export function isInvalid(state: ChainState, entry: HeaderEntry): boolean {
  return lowestFailed(state, entry) !== undefined;
}

/** Returns the lowest invalid entry of a branch. Stops at the active chain, which is valid. */
function lowestFailed<T extends HeaderEntry>(state: ChainState, entry: T): T | undefined {
  if (state.failed.size === 0) return undefined;
  let lowest: HeaderEntry | undefined;
  for (let at: HeaderEntry | undefined = entry; at !== undefined && !isActive(state, at); at = at.parent) {
    if (state.failed.has(at.hash)) lowest = at;
  }
  return lowest as T | undefined;
}

/** Returns the valid block with the most work. Regtest blocks all have the same work, so the highest; of equals, the first seen. */
export function bestBlock(state: ChainState): BlockEntry {
  const rank = (entry: BlockEntry) => state.precedence.get(entry.hash) ?? entry.sequence;
  let best = state.tip;
  for (const leaf of state.leaves.values()) {
    if (leaf.height < best.height) continue;
    const valid = lowestFailed(state, leaf)?.parent ?? leaf;
    if (valid.height > best.height || (valid.height === best.height && rank(valid) < rank(best))) best = valid;
  }
  return best;
}
