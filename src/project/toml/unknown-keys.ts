import { closest } from '../../base/closest.js';
import { showPlace } from '../clarinet/problem.js';
import type { Table } from './table.js';

/** The keys that a table of Clarinet may have. */
export type KnownKeys = {
  /** Keys with an effect here. */
  used: readonly string[];
  /** Other keys of Clarinet. @default none */
  others?: readonly string[] | undefined;
};

/**
 * Returns one line for each key that Clarinet does not know and therefore ignores, with the nearest known key.
 * @param name what lines call the table, for example `contracts.counter`; '' for the document
 */
export function unknownKeys(name: string, table: Table | undefined, { used, others = [] }: KnownKeys): string[] {
  if (table === undefined) return [];
  const known = [...used, ...others];
  return table.names
    .filter((key) => !known.includes(key))
    .map((key) => {
      const [meant] = closest(key, known);
      const advice = meant === undefined ? `. The keys are ${used.join(', ')}.` : `; did you mean ${meant}?`;
      return `${showPlace(table.place(key))}: ${name === '' ? key : `${name}.${key}`}: unknown key, without effect here${advice}`;
    });
}
