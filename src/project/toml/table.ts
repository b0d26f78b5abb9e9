import type { Advice } from '../../base/advice.js';
import type { DevnetError } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { hidden } from '../../base/show-value.js';
import { type Place, problem } from '../clarinet/problem.js';
import { type KeyPath, tomlPlaces } from './places.js';

/** A table of a TOML file, which reads its values and knows where they are. */
export type Table = {
  /** The file, relative to the root of the project. */
  readonly file: string;
  /** The names of its keys, in the order of the file. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Returns where a key is, or the table if it lacks the key. */
  place(name?: string): Place;
  /** Creates the error for a value. @param expected completes "expected …" */
  problem(name: string, expected: string, hint?: string | Advice): DevnetError;
  /** The value as it is: whole numbers are bigints. */
  value(name: string): unknown;
  /** The readers return undefined if the key is absent. @throws DevnetError INVALID_INPUT if the value has another type */
  text(name: string, expected?: string): string | undefined;
  truth(name: string): boolean | undefined;
  /** A whole number from `min` to `max`. */
  whole(name: string, min: bigint, max: bigint): bigint | undefined;
  table(name: string): Table | undefined;
  /** The tables of a list. */
  tables(name: string): Table[];
  /** The texts of a list. */
  texts(name: string, expected: string): string[] | undefined;
};

export function createTable(file: string, text: string, values: Record<string, unknown>): Table {
  let find: ((path: KeyPath) => Place) | undefined;
  // Only errors need places.
  const place = (path: KeyPath): Place => {
    find ??= tomlPlaces(file, text);
    return find(path);
  };
  return tableAt([], values, { file, place });
}

/** Keys with values that no message may show. */
const SECRET = /mnemonic|password/;

type Source = { file: string; place: (path: KeyPath) => Place };

function tableAt(path: KeyPath, values: Record<string, unknown>, source: Source): Table {
  const fail = (name: string, expected: string, hint?: string | Advice): DevnetError => {
    const received = SECRET.test(name) && values[name] !== undefined ? hidden(values[name]) : values[name];
    return problem(source.place([...path, name]), showKey([...path, name]), expected, received, hint);
  };
  const read = <T>(name: string, expected: string, is: (value: unknown) => value is T): T | undefined => {
    const value = values[name];
    if (value === undefined) return undefined;
    if (!is(value)) throw fail(name, expected, 'Correct the value, or remove the line.');
    return value;
  };
  return {
    file: source.file,
    names: Object.keys(values),
    has: (name) => values[name] !== undefined,
    place: (name) => source.place(name === undefined ? path : [...path, name]),
    problem: fail,
    value: (name) => values[name],
    text: (name, expected = 'text') => read(name, expected, (value) => typeof value === 'string'),
    truth: (name) => read(name, 'true or false', (value) => typeof value === 'boolean'),
    whole(name, min, max) {
      const expected = `a whole number from ${min} to ${max}`;
      return read(name, expected, (value): value is bigint => typeof value === 'bigint' && value >= min && value <= max);
    },
    table(name) {
      const value = read(name, `a table [${showKey([...path, name])}]`, isRecord);
      return value && tableAt([...path, name], value, source);
    },
    tables(name) {
      const value = read(name, `tables [[${showKey([...path, name])}]]`, isListOf(isRecord)) ?? [];
      return value.map((entry, index) => tableAt([...path, name, index], entry, source));
    },
    texts: (name, expected) =>
      read(
        name,
        expected,
        isListOf((value) => typeof value === 'string'),
      ),
  };
}

function isListOf<T>(is: (value: unknown) => value is T): (value: unknown) => value is T[] {
  return (value): value is T[] => Array.isArray(value) && value.every(is);
}

/** `project.requirements[0].contract_id`. */
function showKey(path: KeyPath): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}
