import { isRecord, parseJson } from '../json.js';
import { at, malformed } from './format-error.js';

/**
 * Describes a stored value. Its type is what `read` returns, so that a type and its schema cannot differ.
 * `read` throws a FormatError that names the place of what is wrong.
 */
export type Schema<T> = { read(value: unknown): T };

type Fields<T> = { readonly [K in keyof T]-?: Schema<T[K]> };

/** @param expected names it in messages */
export function matching<T>(expected: string, is: (value: unknown) => value is T): Schema<T> {
  return {
    read(value) {
      if (!is(value)) throw malformed(expected, value);
      return value;
    },
  };
}

/** Text. @param limit the most characters */
export function text(limit = Number.POSITIVE_INFINITY): Schema<string> {
  const expected = limit === Number.POSITIVE_INFINITY ? 'text' : `text of at most ${limit} characters`;
  return matching(expected, (value): value is string => typeof value === 'string' && value.length <= limit);
}

export function pattern(expected: string, form: RegExp): Schema<string> {
  return matching(expected, (value): value is string => typeof value === 'string' && form.test(value));
}

/** Hex of so many bytes; of any number without. @param prefix `0x` or nothing */
export function hex(bytes?: number, prefix: '' | '0x' = ''): Schema<string> {
  const length = bytes === undefined ? undefined : prefix.length + 2 * bytes;
  return matching(`${bytes ?? 'an even number of'} bytes of hex${prefix === '' ? '' : ' with 0x'}`, (value): value is string => {
    if (typeof value !== 'string' || !value.startsWith(prefix)) return false;
    return (length === undefined ? value.length % 2 === 0 : value.length === length) && isHex(value, prefix.length);
  });
}

/** Megabytes exceed the stack of a regular expression. */
function isHex(value: string, from: number): boolean {
  for (let index = from; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (!((code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70))) return false;
  }
  return true;
}

/** A whole number. */
export function whole(least = 0, most = Number.MAX_SAFE_INTEGER): Schema<number> {
  const expected = `a whole number from ${least} to ${most}`;
  return matching(expected, (value): value is number => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most);
}

/** A finite number. */
export function double(least: number, most: number): Schema<number> {
  const expected = `a number from ${least} to ${most}`;
  return matching(expected, (value): value is number => typeof value === 'number' && value >= least && value <= most);
}

export const flag: Schema<boolean> = matching('true or false', (value): value is boolean => typeof value === 'boolean');

export function oneOf<const T extends string>(...words: readonly T[]): Schema<T> {
  return matching(words.join(' or '), (value): value is T => words.some((word) => word === value));
}

/** A value or null. */
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  return { read: (value) => (value === null ? null : schema.read(value)) };
}

/** A value that may be missing. */
export function optional<T>(schema: Schema<T>): Schema<T | undefined> {
  return { read: (value) => (value === undefined ? undefined : schema.read(value)) };
}

export function list<T>(schema: Schema<T>, limit = Number.POSITIVE_INFINITY): Schema<T[]> {
  return {
    read(value) {
      if (!Array.isArray(value)) throw malformed('a list', value);
      if (value.length > limit) throw malformed(`a list of at most ${limit} items`, value.length);
      return value.map((item, index) => at(index, () => schema.read(item)));
    },
  };
}

/** A list of two. */
export function pair<A, B>(first: Schema<A>, second: Schema<B>): Schema<[A, B]> {
  return {
    read(value) {
      if (!Array.isArray(value) || value.length !== 2) throw malformed('a list of two', value);
      return [at(0, () => first.read(value[0])), at(1, () => second.read(value[1]))];
    },
  };
}

/** An object with these fields, in the order of the value, so that it is written as it was. Other fields are left out. */
export function object<T extends object>(fields: Fields<T>): Schema<T> {
  const known = new Map(Object.entries(fields) as [string, Schema<unknown>][]);
  return {
    read(value) {
      if (!isRecord(value)) throw malformed('an object', value);
      const read: Record<string, unknown> = {};
      for (const [name, item] of Object.entries(value)) {
        const schema = known.get(name);
        if (schema !== undefined) read[name] = at(name, () => schema.read(item));
      }
      for (const [name, schema] of known) if (!Object.hasOwn(value, name)) at(name, () => schema.read(undefined));
      return read as T;
    },
  };
}

/** An object with any names. */
export function dictionary<T>(schema: Schema<T>): Schema<Record<string, T>> {
  return {
    read(value) {
      if (!isRecord(value)) throw malformed('an object', value);
      // `__proto__` is a name as any other.
      const entries = Object.entries(value).map(([name, item]): [string, T] => [name, at(name, () => schema.read(item))]);
      return Object.fromEntries(entries);
    },
  };
}

/** Objects that a field tells apart. */
export function variants<T extends object, K extends keyof T & string>(
  key: K,
  cases: { readonly [V in T[K] & string]: Fields<Omit<Extract<T, { [P in K]: V }>, K>> },
): Schema<T> {
  const schemas = new Map(Object.entries(cases).map(([word, fields]) => [word, object(fields as Fields<object>)]));
  return {
    read(value) {
      if (!isRecord(value)) throw malformed('an object', value);
      const word = value[key];
      const schema = typeof word === 'string' ? schemas.get(word) : undefined;
      if (schema === undefined) {
        return at(key, () => {
          throw malformed([...schemas.keys()].join(' or '), word);
        });
      }
      const { [key]: _, ...others } = value;
      return { [key]: word, ...schema.read(others) } as T;
    },
  };
}

/** One of two forms, of which the first is tried first. */
export function either<A, B>(first: Schema<A>, isFirst: (value: unknown) => boolean, second: Schema<B>): Schema<A | B> {
  return { read: (value) => (isFirst(value) ? first.read(value) : second.read(value)) };
}

/** Parses JSON and reads it. */
export function readJson<T>(schema: Schema<T>, json: string): T {
  let value: unknown;
  try {
    value = parseJson(json);
  } catch {
    throw malformed('JSON', json);
  }
  return schema.read(value);
}
