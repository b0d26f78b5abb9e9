import type { Epoch } from '../../../../clarity/epoch.js';
import { type Codec, codec, ownBytes } from './codec.js';
import { STATE_CODECS } from './state-codecs.js';
import { TYPE_CODECS } from './type-codecs.js';
import { VALUE_CODECS } from './value-codecs.js';

/** What `structuredClone` copies as it is. */
export const RAW = codec<unknown>(
  (value, to) => to.raw(value),
  (from) => from.raw(),
);

const ARRAY = codec<readonly unknown[]>(
  (items, to) => {
    to.raw(items.length);
    for (const item of items) to.ref(item);
  },
  (from) => Array.from({ length: from.raw<number>() }, () => from.ref()),
);

const MAP = codec<ReadonlyMap<unknown, unknown>>(
  (map, to) => {
    to.raw(map.size);
    for (const [key, value] of map) {
      to.ref(key);
      to.ref(value);
    }
  },
  (from) => new Map(Array.from({ length: from.raw<number>() }, (): [unknown, unknown] => [from.ref(), from.ref()])),
);

const OBJECT = codec<Record<string, unknown>>(
  (object, to) => {
    const names = Object.keys(object);
    to.raw(names.length);
    for (const name of names) {
      to.raw(name);
      to.ref(object[name]);
    }
  },
  (from) => {
    const object: Record<string, unknown> = {};
    for (let left = from.raw<number>(); left > 0; left--) {
      const name = from.raw<string>();
      object[name] = from.ref();
    }
    return object;
  },
);

const EPOCH = codec<Epoch>(
  ({ name }, to) => to.raw(name),
  (from) => from.epoch(from.raw()),
);

const BYTES = codec<Uint8Array>(
  (bytes, to) => to.raw(ownBytes(bytes)),
  (from) => from.raw(),
);

/** The codecs by the class of what they are for. */
const CODECS: ReadonlyMap<unknown, Codec> = new Map<unknown, Codec>([
  [Array, ARRAY],
  [Map, MAP],
  [Set, RAW],
  [Object, OBJECT],
  [Uint8Array, BYTES],
  [Buffer, BYTES],
  ...VALUE_CODECS,
  ...TYPE_CODECS,
  ...STATE_CODECS,
]);

const ORDER = [RAW, EPOCH, ...CODECS.values()];
const NUMBERS = new Map(ORDER.map((one, number) => [one, number]));

/** @throws TypeError for an object that cannot cross */
export function codecOf(value: object): Codec {
  if ('since' in value) return EPOCH;
  const found = CODECS.get(value.constructor);
  if (found === undefined) throw new TypeError(`a ${value.constructor?.name} cannot cross to another thread`);
  return found;
}

export function numberOfCodec(one: Codec): number {
  return NUMBERS.get(one) as number;
}

export function codecAt(number: number): Codec {
  return ORDER[number] as Codec;
}
