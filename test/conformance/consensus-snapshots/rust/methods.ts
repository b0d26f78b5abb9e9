import {
  callable,
  inner,
  isList,
  isRecord,
  MapValue,
  numberOf,
  Ordered,
  Repeated,
  type Rust,
  Some,
  show,
  Text,
  textOf,
  unresolved,
} from './value.js';

/** What changes nothing here: there are no references, and errors end the reading. */
const TRANSPARENT = ['unwrap', 'expect', 'clone', 'into', 'collect', 'copied', 'cloned', 'to_vec', 'as_ref', 'get_tx', 'as_bytes'];

/** Calls a method of a value. @param items makes a list of what can be iterated over */
export function callMethod(self: Rust, name: string, args: readonly Rust[], items: (value: Rust) => readonly Rust[]): Rust {
  const text = textOf(self);
  if (text !== undefined && name in TEXTS) return (TEXTS[name] as TextMethod)(text, args, self);
  if (self instanceof Ordered && name === 'to_string') return new Text(self.text);
  if (self instanceof MapValue && name in MAPS) return (MAPS[name] as MapMethod)(self, args);
  if (typeof self === 'bigint' && name in NUMBERS) return (NUMBERS[name] as NumberMethod)(self, args);
  if (self instanceof Repeated && name === 'take') return Array.from({ length: numberOf(args[0]) }, () => self.value);
  if (isRecord(self) && name in self) {
    const member = self[name] as Rust;
    return typeof member === 'function' ? member(...args) : member;
  }
  if (['iter', 'into_iter', 'as_slice'].includes(name)) return items(self);
  if (TRANSPARENT.includes(name)) return name === 'clone' && isList(self) ? [...self] : inner(self);
  const list = items(self);
  return name in LISTS ? (LISTS[name] as ListMethod)(list, args, items) : unresolved(`method ${name}`);
}

type TextMethod = (text: string, args: readonly Rust[], self: Rust) => Rust;

const push: TextMethod = (_, [added], self) => {
  if (self instanceof Text) self.value += show(added);
  return undefined;
};

const TEXTS: Readonly<Record<string, TextMethod>> = {
  to_string: (text) => new Text(text),
  to_owned: (text) => new Text(text),
  into: (text) => new Text(text),
  clone: (text) => new Text(text),
  as_str: (text) => text,
  repeat: (text, [count]) => new Text(text.repeat(numberOf(count))),
  push_str: push,
  push,
  len: (text) => BigInt(Buffer.byteLength(text)),
  replace: (text, [from, to]) => new Text(text.replaceAll(show(from), show(to))),
  trim: (text) => new Text(text.trim()),
};

type NumberMethod = (number: bigint, args: readonly Rust[]) => Rust;

const NUMBERS: Readonly<Record<string, NumberMethod>> = {
  div_ceil: (number, [divisor]) => BigInt(Math.ceil(Number(number) / numberOf(divisor))),
  to_string: (number) => new Text(`${number}`),
  pow: (number, [exponent]) => number ** BigInt(numberOf(exponent)),
};

type ListMethod = (list: readonly Rust[], args: readonly Rust[], items: (value: Rust) => readonly Rust[]) => Rust;

const LISTS: Readonly<Record<string, ListMethod>> = {
  map: (list, [fn]) => list.map((item) => callable(fn)(item)),
  filter: (list, [fn]) => list.filter((item) => callable(fn)(item) === true),
  enumerate: (list) => list.map((item, at) => [BigInt(at), item]),
  rev: (list) => [...list].reverse(),
  join: (list, [separator]) => new Text(list.map(show).join(show(separator))),
  concat: (list) => new Text(list.map(show).join('')),
  push: (list, [item]) => void (list as Rust[]).push(item),
  extend: (list, [more], items) => void (list as Rust[]).push(...(isRecord(more) && 'blocks' in more ? [more] : items(more))),
  first: (list) => new Some(list[0]),
  contains: (list, [item]) => list.includes(item),
  len: (list) => BigInt(list.length),
  chunks: (list, [size]) => {
    const length = numberOf(size);
    return Array.from({ length: Math.ceil(list.length / length) }, (_, at) => list.slice(at * length, (at + 1) * length));
  },
};

type MapMethod = (map: MapValue, args: readonly Rust[]) => Rust;

const MAPS: Readonly<Record<string, MapMethod>> = {
  insert: ({ entries }, [key, value]) => void entries.set(key, value),
  entry: ({ entries }, [key]) => {
    const orInsert = (initial: Rust) => {
      if (!entries.has(key)) entries.set(key, initial);
      return entries.get(key);
    };
    return { or_insert: orInsert, or_default: () => orInsert([]) };
  },
};
