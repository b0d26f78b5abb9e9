import type { ByteReader, ByteWriter } from '../../../base/storage.js';
import { nextSortition, type Sortition } from '../chain/state/sortition.js';

/** Writes the sortitions of some tips with their ancestors, lowest first. Others get their turns meanwhile. @returns the place of each */
export async function writeSortitions(writer: ByteWriter, tips: Iterable<Sortition>): Promise<(sortition: Sortition) => number> {
  const all = new Set<Sortition>();
  for (const tip of tips) for (let at: Sortition | undefined = tip; at !== undefined && !all.has(at); at = at.parent) all.add(at);
  const sorted = [...all].sort((a, b) => a.height - b.height || (a.sortitionId < b.sortitionId ? -1 : 1));
  const places = new Map(sorted.map((sortition, place) => [sortition, place]));
  const placeOf = (sortition: Sortition): number => places.get(sortition) as number;
  await writer.listInTurns(sorted, ({ height, parent, burn, consensusHash, sortitionId }) => {
    writer.number(parent === undefined ? 0 : placeOf(parent) + 1);
    writer.hash(burn.hash);
    writer.number(burn.time);
    if (parent !== undefined) return;
    writer.number(height);
    writer.hash(burn.previousHash);
    writer.hash(consensusHash);
    writer.hash(sortitionId);
  });
  return placeOf;
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
