import type { Epoch } from '../../../../clarity/epoch.js';
import { ownBytes, type Shape, shape } from './codec.js';
import { EVENT_SHAPES } from './event-codecs.js';
import { STATE_SHAPES } from './state-codecs.js';
import { TYPE_SHAPES } from './type-codecs.js';
import { VALUE_SHAPES } from './value-codecs.js';

/** What `structuredClone` copies as it is. */
export const RAW = shape<unknown>(
  (value, to) => to.raw(value),
  (from) => from.raw(),
);

const ARRAY = shape<readonly unknown[]>(
  (items, to) => {
    to.raw(items.length);
    for (const item of items) to.ref(item);
  },
  (from) => Array.from({ length: from.raw<number>() }, () => from.ref()),
);

const MAP = shape<ReadonlyMap<unknown, unknown>>(
  (map, to) => {
    to.raw(map.size);
    for (const [key, value] of map) {
      to.ref(key);
      to.ref(value);
    }
  },
  (from) => new Map(Array.from({ length: from.raw<number>() }, (): [unknown, unknown] => [from.ref(), from.ref()])),
);

const OBJECT = shape<Record<string, unknown>>(
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

const EPOCH = shape<Epoch>(
  ({ name }, to) => to.raw(name),
  (from) => from.epoch(from.raw()),
);

const BYTES = shape<Uint8Array>(
  (bytes, to) => to.raw(ownBytes(bytes)),
  (from) => from.raw(),
);

/** The shapes by the class of what they are for. */
const SHAPES: ReadonlyMap<unknown, Shape> = new Map<unknown, Shape>([
  [Array, ARRAY],
  [Map, MAP],
  [Set, RAW],
  [Object, OBJECT],
  [Uint8Array, BYTES],
  [Buffer, BYTES],
  ...EVENT_SHAPES,
  ...VALUE_SHAPES,
  ...TYPE_SHAPES,
  ...STATE_SHAPES,
]);

const ORDER = [RAW, EPOCH, ...SHAPES.values()];
const NUMBERS = new Map(ORDER.map((one, number) => [one, number]));

/** @throws TypeError for an object that cannot cross */
export function shapeOf(value: object): Shape {
  if ('since' in value) return EPOCH;
  const found = SHAPES.get(value.constructor);
  if (found === undefined) throw new TypeError(`a ${value.constructor?.name} cannot cross to another thread`);
  return found;
}

export function numberOfShape(one: Shape): number {
  return NUMBERS.get(one) as number;
}

export function shapeAt(number: number): Shape {
  return ORDER[number] as Shape;
}
