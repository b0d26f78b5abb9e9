import type { ByteWriter, PartWriter } from '../../../base/storage.js';
import { serializeBlockHeader } from '../../protocol/codec/block.js';
import { hashFromHex } from '../../protocol/codec/hex.js';
import type { BlockEntry } from '../chain/block-entry.js';
import { writeRecord } from '../chain/block-record.js';
import { isActive } from '../chain/block-tree.js';
import type { ChainState } from '../chain/state.js';
import { writeUndo } from '../chain/undo.js';

/** Writes the tree of blocks, and which of them is the tip. Coins follow from the blocks. */
export class ChainWriter {
  readonly #part: PartWriter;
  /** Whether each block of the list was written with the coins that it spent. */
  readonly #undos: boolean[] = [];
  #tip: BlockEntry | undefined;
  /** The blocks of other branches. */
  readonly #stale = new Set<BlockEntry>();

  constructor(part: PartWriter) {
    this.#part = part;
  }

  /** Others get their turns meanwhile. */
  async write(state: ChainState): Promise<void> {
    const { kept, rest } = this.#changed(state, this.#part.written<BlockEntry>());
    this.#tip = state.tip;
    this.#undos.length = kept;
    await this.#part.tail({ kept, rest }, (writer, entry) => {
      const hasUndo = needsUndo(state, entry);
      this.#undos.push(hasUndo);
      writer.number(entry.sequence);
      writeRecord(writer, entry);
      writer.optional(hasUndo ? entry.undo : undefined, (coins) => writeUndo(writer, coins));
    });
    this.#part.whole((writer) => writeOthers(writer, state, this.#stale));
  }

  /** Returns how many blocks of the list stay as they were written, and those after them. */
  #changed(state: ChainState, written: readonly BlockEntry[]): { kept: number; rest: BlockEntry[] } {
    const stale = this.#stale;
    const fresh = freshBlocks(state, written);
    // All but the lowest one.
    if (written.length + fresh.length !== state.blocks.size - 1) {
      const all = bySequence([...state.blocks.values()].filter(({ parent }) => parent !== undefined));
      stale.clear();
      for (const entry of all) if (!isActive(state, entry)) stale.add(entry);
      let kept = 0;
      for (const entry of all) {
        if (written[kept] !== entry || this.#undos[kept] !== needsUndo(state, entry)) break;
        kept++;
      }
      return { kept, rest: all.slice(kept) };
    }
    const [first] = fresh;
    let kept = first === undefined ? written.length : placeIn(written, first);
    for (const entry of [...stale, ...branchesBetween(this.#tip, state.tip)]) {
      if (isActive(state, entry)) stale.delete(entry);
      else stale.add(entry);
      const place = placeIn(written, entry);
      if (written[place] === entry && this.#undos[place] !== needsUndo(state, entry)) kept = Math.min(kept, place);
    }
    for (const entry of fresh) if (!isActive(state, entry)) stale.add(entry);
    return { kept, rest: bySequence([...written.slice(kept), ...fresh]) };
  }
}

/** Whether a block is written with the coins that it spent. Those of active blocks follow from the chain. */
function needsUndo(state: ChainState, entry: BlockEntry): boolean {
  return entry.isConnected && !isActive(state, entry);
}

/** Returns the blocks that are not in a list, in the order of their arrival: those below leaves, down to a block of the list. */
function freshBlocks(state: ChainState, written: readonly BlockEntry[]): BlockEntry[] {
  const fresh = new Set<BlockEntry>();
  for (const leaf of state.leaves.values()) {
    for (let at: BlockEntry | undefined = leaf; at?.parent !== undefined && !fresh.has(at); at = at.parent) {
      if (written[placeIn(written, at)] === at) break;
      fresh.add(at);
    }
  }
  return bySequence([...fresh]);
}

/** Returns the blocks that are ancestors of one tip only. */
function branchesBetween(before: BlockEntry | undefined, after: BlockEntry): BlockEntry[] {
  const found: BlockEntry[] = [];
  let [a, b]: (BlockEntry | undefined)[] = [before, after];
  while (a !== undefined && b !== undefined && a !== b) {
    if (a.height >= b.height) {
      found.push(a);
      a = a.parent;
    } else {
      found.push(b);
      b = b.parent;
    }
  }
  return found;
}

/** Returns where a block is in a list in the order of arrival, or belongs. */
function placeIn(list: readonly BlockEntry[], { sequence }: BlockEntry): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.sequence ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param staleBlocks those of other branches */
function writeOthers(writer: ByteWriter, state: ChainState, staleBlocks: ReadonlySet<BlockEntry>): void {
  writeHash(writer, state.tip.hash);
  writer.list(bySequence([...state.headers.values()]), ({ sequence, header }) => {
    writer.number(sequence);
    writer.raw(serializeBlockHeader(header));
  });
  const early = [...state.early.values()].sort((a, b) => a.arrival - b.arrival);
  writer.list(early, (record) => writeRecord(writer, record));
  writer.list(byHash([...state.failed.values()]), ({ hash }) => writeHash(writer, hash));
  writer.list(byKey([...state.precedence.entries()]), ([hash, rank]) => {
    writeHash(writer, hash);
    writer.number(-rank);
  });
  const stale = [...staleBlocks].flatMap((entry) =>
    entry.records.flatMap(({ txid }, position) =>
      state.transactions.get(txid)?.entry === entry ? [[txid, { entry, position }] as const] : [],
    ),
  );
  writer.list(byKey(stale), ([txid, { entry, position }]) => {
    writeHash(writer, txid);
    writeHash(writer, entry.hash);
    writer.number(position);
  });
  writer.number(state.arrivals);
}

/** @param hash display order hex */
export function writeHash(writer: ByteWriter, hash: string): void {
  writer.raw(hashFromHex(hash));
}

export function byKey<T>(entries: readonly (readonly [key: string, value: T])[]): (readonly [key: string, value: T])[] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function byHash<T extends { hash: string }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
}

function bySequence<T extends { sequence: number }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => a.sequence - b.sequence);
}
