import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { isWhole } from '../../base/words.js';
import type { Kind, Place } from './value-type.js';
import { splitPairs } from './value-type.js';
import { numberFromText } from './value-types.js';

/** The epochs in which a network can begin, ascending. */
export const EPOCHS = ['2.1', '2.2', '2.3', '2.4', '2.5', '3.0', '3.1', '3.2', '3.3', '3.4', '4.0'] as const;

/** The first epoch from which a network can cross into later ones: from it on, locks end and PoX contracts change once, in 4.0. */
const FIRST_CROSSING = EPOCHS.indexOf('2.5');

/** The Bitcoin heights at which epochs begin, by their names, ascending. */
export type EpochHeights = Readonly<Record<string, number>>;

const PAIR = 'epoch@height';

/** Bitcoin heights by epoch: an object in code and files, `epoch@height` separated by commas as text. */
export const epochHeights: Kind<EpochHeights> = {
  expected: "Bitcoin heights by epoch, such as { '3.4': 0, '4.0': 160 }",
  placeholder: PAIR,
  read(value, place) {
    if (!isRecord(value)) throw invalid(place.field, epochHeights.expected, value);
    return ascending(Object.entries(value), place);
  },
  readText: (text, place) =>
    ascending(
      splitPairs(text, place, PAIR, '@').map(([name, height]) => [name, numberFromText(height)]),
      place,
    ),
};

function ascending(entries: readonly (readonly [name: string, height: unknown])[], { field }: Place): EpochHeights {
  const read: [string, number][] = [];
  for (const [name, height] of entries) {
    const at = `${field}['${name}']`;
    const rank = rankOf(name);
    if (rank < 0) throw invalid(field, `epochs from ${EPOCHS[FIRST_CROSSING]} to ${EPOCHS.at(-1)}`, name);
    if (!isWhole(height) || height < 0) throw invalid(at, 'a Bitcoin height', height);
    const [before, least] = read.at(-1) ?? [];
    if (before !== undefined && rank <= rankOf(before)) throw invalid(field, `an epoch after ${before}, in ascending order`, name);
    if (least !== undefined && height <= least)
      throw invalid(at, `a Bitcoin height above ${least}, at which epoch ${before} begins`, height);
    read.push([name, height]);
  }
  const [first] = read;
  if (first !== undefined && read.length > 1 && rankOf(first[0]) < FIRST_CROSSING) {
    throw invalid(field, `a first epoch from ${EPOCHS[FIRST_CROSSING]} on, because a network cannot cross earlier ones`, first[0]);
  }
  return Object.fromEntries(read);
}

function rankOf(name: string): number {
  return (EPOCHS as readonly string[]).indexOf(name);
}

/** Returns the epoch in which a network begins: the first of its `epochs`. */
export function firstEpoch(epochs: EpochHeights): (typeof EPOCHS)[number] | undefined {
  const [name] = Object.keys(epochs);
  return EPOCHS.find((epoch) => epoch === name);
}
