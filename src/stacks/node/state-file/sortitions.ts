import type { ByteReader, ByteWriter, PartWriter } from '../../../base/storage.js';
import { nextSortition, type Sortition } from '../chain/state/sortition.js';
import type { ChangedBlocks } from './changed-blocks.js';

/** The sortitions of a file. */
export type WrittenSortitions = {
  placeOf(sortition: Sortition): number;
  /** How many of the first ones have the places that they had the last time. */
  kept: number;
};

/** Writes the sortitions of some tips with their ancestors, lowest first. */
export class SortitionsWriter {
  readonly #part: PartWriter;
  /** The chain of the first tip, by height. */
  readonly #chain: Sortition[] = [];
  /** Whether the list had sortitions of other chains. */
  #hadOthers = false;

  constructor(part: PartWriter) {
    this.#part = part;
  }

  /**
   * Others get their turns meanwhile.
   * @param tenures those of pending transactions
   */
  async write(tip: Sortition, blocks: ChangedBlocks, tenures: readonly Sortition[]): Promise<WrittenSortitions> {
    const kept = this.#follow(tip);
    const base = this.#chain[0]?.height ?? 0;
    const isOfChain = (sortition: Sortition): boolean => this.#chain[sortition.height - base] === sortition;
    const later = [...blocks.rest.map(({ sortition }) => sortition), ...tenures];
    // Sortitions of blocks ascend, so that the last one speaks for all that stay.
    const last = blocks.written[blocks.kept - 1];
    const hasOthers = (last !== undefined && !isOfChain(last.sortition)) || !later.every(isOfChain);
    if (!hasOthers && !this.#hadOthers) {
      await this.#part.tail({ kept, rest: this.#chain.slice(kept) }, (writer, sortition) =>
        writeSortition(writer, sortition, sortition.height - base),
      );
      return { kept, placeOf: ({ height }) => height - base };
    }
    this.#hadOthers = hasOthers;
    return this.#writeAll([tip, ...blocks.written.slice(0, blocks.kept).map(({ sortition }) => sortition), ...later]);
  }

  /** Goes to a tip. @returns how many sortitions of the chain stay */
  #follow(tip: Sortition): number {
    const entered: Sortition[] = [];
    const base = this.#chain[0]?.height ?? 0;
    let at: Sortition | undefined = tip;
    for (; at !== undefined && this.#chain[at.height - base] !== at; at = at.parent) entered.push(at);
    const kept = at === undefined ? 0 : at.height - base + 1;
    this.#chain.length = kept;
    for (const sortition of entered.reverse()) this.#chain.push(sortition);
    return kept;
  }

  async #writeAll(tips: readonly Sortition[]): Promise<WrittenSortitions> {
    const all = new Set<Sortition>();
    for (const tip of tips) for (let at: Sortition | undefined = tip; at !== undefined && !all.has(at); at = at.parent) all.add(at);
    const sorted = [...all].sort((a, b) => a.height - b.height || (a.sortitionId < b.sortitionId ? -1 : 1));
    const places = new Map(sorted.map((sortition, place) => [sortition, place]));
    const placeOf = (sortition: Sortition): number => places.get(sortition) as number;
    const written = this.#part.written<Sortition>();
    let kept = 0;
    while (kept < sorted.length && written[kept] === sorted[kept]) kept++;
    await this.#part.tail({ kept, rest: sorted.slice(kept) }, (writer, sortition) =>
      writeSortition(writer, sortition, sortition.parent && placeOf(sortition.parent) + 1),
    );
    return { placeOf, kept };
  }
}

/** @param place one more than that of its parent */
function writeSortition(writer: ByteWriter, { height, parent, burn, consensusHash, sortitionId }: Sortition, place = 0): void {
  writer.number(parent === undefined ? 0 : place);
  writer.hash(burn.hash);
  writer.number(burn.time);
  if (parent !== undefined) return;
  writer.number(height);
  writer.hash(burn.previousHash);
  writer.hash(consensusHash);
  writer.hash(sortitionId);
}

/** Others get their turns meanwhile. @param first that of this chain, with which the chain of the file must begin */
export async function readSortitions(reader: ByteReader, first: Sortition): Promise<Sortition[]> {
  const sortitions: Sortition[] = [];
  await reader.eachInTurns(() => {
    const place = reader.number();
    const burn = { hash: reader.hash(), time: reader.number(MAX_TIME) };
    if (place === 0) {
      const [height, previousHash] = [reader.number(), reader.hash()];
      const ids = { consensusHash: reader.hash(20), sortitionId: reader.hash() };
      if (height !== first.height || ids.sortitionId !== first.sortitionId || ids.consensusHash !== first.consensusHash) {
        throw new RangeError(`a chain that does not begin with the Bitcoin block ${first.burn.hash} at height ${first.height}`);
      }
      sortitions.push({ height, parent: undefined, burn: { height, previousHash, ...burn }, ...ids });
    } else {
      const parent = itemAt(sortitions, place - 1);
      sortitions.push(nextSortition(parent, { height: parent.height + 1, previousHash: parent.burn.hash, ...burn }));
    }
  });
  return sortitions;
}

/** Seconds since 1970 in four bytes. */
const MAX_TIME = 2 ** 32 - 1;

/** @throws RangeError for a place without an item */
export function itemAt<T>(items: readonly T[], place: number): T {
  const item = items[place];
  if (item === undefined) throw new RangeError(`nothing has the place ${place}`);
  return item;
}
