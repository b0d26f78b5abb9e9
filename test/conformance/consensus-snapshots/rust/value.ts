import { Unresolved } from './unresolved.js';

/** What an expression of a test gives. Integers are bigints, structs and enums are objects. */
export type Rust = bigint | boolean | string | null | undefined | object | Callback;
export type Callback = (...args: readonly Rust[]) => Rust;
export type Record = { readonly [field: string]: unknown };

/** A `String`, which can change. */
export class Text {
  value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class MapValue {
  readonly entries = new Map<Rust, Rust>();
}

/** `from..to`, `from..=to`. */
export class RangeValue {
  readonly from: Rust;
  readonly to: Rust;
  readonly isInclusive: boolean;
  constructor(from: Rust, to: Rust, isInclusive: boolean) {
    this.from = from;
    this.to = to;
    this.isInclusive = isInclusive;
  }
}

/** What `Some(…)` gives; `None` is null. */
export class Some {
  readonly value: Rust;
  constructor(value: Rust) {
    this.value = value;
  }
}

/** `iter::repeat(…)`. */
export class Repeated {
  readonly value: Rust;
  constructor(value: Rust) {
    this.value = value;
  }
}

/** An enum whose variants are ordered, as epochs and Clarity versions are. */
export class Ordered {
  readonly order: number;
  readonly text: string;
  constructor(order: number, text: string) {
    this.order = order;
    this.text = text;
  }
}

export function unresolved(what: string): never {
  throw new Unresolved(what);
}

export function textOf(value: Rust): string | undefined {
  return value instanceof Text ? value.value : typeof value === 'string' ? value : undefined;
}

/** Returns a value as `{}` shows it. */
export function show(value: Rust): string {
  const text = textOf(value);
  if (text !== undefined) return text;
  if (typeof value === 'bigint') return `${value}`;
  if (value instanceof Ordered) return value.text;
  if (isRecord(value) && typeof value['address'] === 'string') return value['address'];
  return unresolved(`format of ${typeof value}`);
}

export function isRecord(value: unknown): value is Record {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly Rust[] {
  return Array.isArray(value);
}

export function numberOf(value: Rust): number {
  return typeof value === 'bigint' ? Number(value) : unresolved('a number');
}

/** Takes a value out of `Some`. */
export function inner(value: Rust): Rust {
  return value instanceof Some ? value.value : value;
}

export function callable(value: Rust): Callback {
  return typeof value === 'function' ? (value as Callback) : unresolved('call');
}

/** @param all the values of an ordered enum, for ranges of them */
export function listOf(value: Rust, all: readonly Ordered[]): readonly Rust[] {
  if (isList(value)) return value;
  if (value instanceof MapValue) return [...value.entries].map(([key, entry]) => [key, entry]);
  if (!(value instanceof RangeValue)) return unresolved('iteration');
  const { from, to, isInclusive } = value;
  const more = isInclusive ? 1 : 0;
  if (from instanceof Ordered) return all.slice(from.order, to instanceof Ordered ? to.order + more : all.length);
  const first = numberOf(from);
  return Array.from({ length: numberOf(to) + more - first }, (_, at) => BigInt(first + at));
}
