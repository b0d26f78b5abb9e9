import { Contract, UserFunction } from '../../../../clarity/contract.js';
import type { AnyEpochName, Epoch } from '../../../../clarity/epoch.js';
import { StxBalance } from '../../../../clarity/state/stx-balance.js';
import { Node } from '../../../../clarity/syntax/node.js';
import * as types from '../../../../clarity/types/type.js';
import * as values from '../../../../clarity/values/value.js';
import type { SharedContracts } from './shared-contracts.js';

/** Takes the fields of an object: `raw` what `structuredClone` copies as it is, `ref` anything else. */
export type Writer = { readonly contracts: SharedContracts; raw(field: unknown): void; ref(field: unknown): void };
/** Gives the fields in the same order. */
export type Reader = { readonly contracts: SharedContracts; epoch(name: AnyEpochName): Epoch; raw<T>(): T; ref<T>(): T };

/** How one kind of object crosses to another thread. */
export type Shape<T = unknown> = { write(value: T, to: Writer): void; read(from: Reader): T };

/** A function that makes a whole object of its fields: so all objects of a class keep the layout for which V8 compiled the VM. */
const shape = <T>(write: Shape<T>['write'], read: Shape<T>['read']): Shape => ({ write, read }) as Shape;

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

const BUFFER = shape<values.BufferValue>(
  ({ bytes }, to) => to.raw(ownBytes(bytes)),
  (from) => new values.BufferValue(from.raw()),
);

const LIST = shape<values.ListValue>(
  ({ items, type, derived }, to) => {
    to.ref(items);
    to.ref(type);
    to.raw(derived);
  },
  (from) => new values.ListValue(from.ref(), from.ref(), from.raw()),
);

const TUPLE = shape<values.TupleValue>(
  ({ fields, values: items, type, derived, size, typeSize, depth }, to) => {
    to.ref(fields);
    to.ref(items);
    to.ref(type);
    to.raw({ derived, size, typeSize, depth });
  },
  (from) => {
    const [fields, items, type] = [from.ref<types.FieldNames>(), from.ref<values.Value[]>(), from.ref<types.TupleType | undefined>()];
    return new values.TupleValue(fields, items, { ...from.raw<Omit<values.TupleShape, 'type'>>(), type });
  },
);

const OPTIONAL = shape<values.OptionalValue>(
  ({ value, size, typeSize, depth }, to) => {
    to.ref(value);
    for (const field of [size, typeSize, depth]) to.raw(field);
  },
  (from) => new values.OptionalValue(from.ref(), from.raw(), from.raw(), from.raw()),
);

const RESPONSE = shape<values.ResponseValue>(
  ({ isOk, value, size, typeSize, depth }, to) => {
    to.raw(isOk);
    to.ref(value);
    for (const field of [size, typeSize, depth]) to.raw(field);
  },
  (from) => new values.ResponseValue(from.raw(), from.ref(), from.raw(), from.raw(), from.raw()),
);

const PRINCIPAL = shape<values.PrincipalValue>(
  ({ id, name }, to) => {
    to.raw(id);
    to.raw(name);
  },
  (from) => new values.PrincipalValue(from.raw(), from.raw()),
);

const CALLABLE = shape<values.CallableValue>(
  ({ contract, trait }, to) => {
    to.ref(contract);
    to.raw(trait);
  },
  (from) => new values.CallableValue(from.ref(), from.raw()),
);

const NODE = shape<Node>(
  ({ type, id, span, name, value, items, trait }, to) => {
    for (const field of [type, id, span, name]) to.raw(field);
    to.ref(value);
    to.ref(items);
    to.raw(trait);
  },
  (from) => {
    const [type, id] = [from.raw<Node['type']>(), from.raw<number>()];
    const node = new Node(type, from.raw(), from.raw(), from.ref(), from.ref(), from.raw());
    node.id = id;
    return node;
  },
);

const BALANCE = shape<StxBalance>(
  ({ unlocked, lock }, to) => {
    to.raw(unlocked);
    to.raw(lock);
  },
  (from) => new StxBalance(from.raw(), from.raw()),
);

/** The parts of a contract that are maps of what it defines. */
const DEFINITIONS = ['constants', 'variables', 'maps', 'fungibleTokens', 'nonFungibleTokens', 'traits'] as const;

/** A contract that the other thread has is a number. */
const CONTRACT = shape<Contract>(
  (contract, to) => {
    const known = to.contracts.numberOf(contract);
    to.raw(known);
    if (known !== undefined) return;
    to.raw(to.contracts.share(contract));
    const { id, version, source, hash, height, analysis, expressions, functions, implementedTraits, dataSize } = contract;
    to.ref({ id, version, source, hash, height, analysis, expressions });
    to.ref([...functions.values()].map(({ name, access, parameters, body, span }) => ({ name, access, parameters, body, span })));
    for (const part of DEFINITIONS) to.ref(contract[part]);
    to.raw([...implementedTraits]);
    to.raw(dataSize);
  },
  (from) => {
    const known = from.raw<number | undefined>();
    if (known !== undefined) return from.contracts.at(known);
    const number = from.raw<number | undefined>();
    const contract = new Contract(from.ref());
    for (const definition of from.ref<Omit<UserFunction, 'contract' | 'compiled' | 'identifier'>[]>())
      contract.functions.set(definition.name, new UserFunction(contract, definition));
    for (const part of DEFINITIONS) {
      const target: Map<string, unknown> = contract[part];
      for (const [name, value] of from.ref<Map<string, unknown>>()) target.set(name, value);
    }
    contract.implementedTraits.push(...from.raw<types.TraitId[]>());
    contract.dataSize = from.raw();
    contract.isDeploying = false;
    if (number !== undefined) from.contracts.add(contract, number);
    return contract;
  },
);

/** An object with one field that is copied as it is. */
function single<T extends object, K extends keyof T>(name: K, make: (field: T[K]) => T): Shape {
  return shape<T>(
    (value, to) => to.raw(value[name]),
    (from) => make(from.raw()),
  );
}

function constant(value: unknown): Shape {
  return shape(
    () => undefined,
    () => value,
  );
}

/** The shapes by the class of what they are for. */
const SHAPES: ReadonlyMap<unknown, Shape> = new Map<unknown, Shape>([
  [Array, ARRAY],
  [Map, MAP],
  [Set, RAW],
  [Object, OBJECT],
  [Uint8Array, BYTES],
  [Buffer, BYTES],
  [values.IntValue, single<values.IntValue, 'value'>('value', (value) => new values.IntValue(value))],
  [values.UIntValue, single<values.UIntValue, 'value'>('value', (value) => new values.UIntValue(value))],
  [values.BoolValue, single<values.BoolValue, 'value'>('value', (value) => (value ? values.TRUE : values.FALSE))],
  [values.BufferValue, BUFFER],
  [values.AsciiValue, single<values.AsciiValue, 'text'>('text', (text) => new values.AsciiValue(text))],
  [values.Utf8Value, single<values.Utf8Value, 'characters'>('characters', (characters) => new values.Utf8Value(characters))],
  [values.ListValue, LIST],
  [values.TupleValue, TUPLE],
  [values.OptionalValue, OPTIONAL],
  [values.ResponseValue, RESPONSE],
  [values.PrincipalValue, PRINCIPAL],
  [values.CallableValue, CALLABLE],
  [types.NoType, constant(types.NO_TYPE)],
  [types.IntType, constant(types.INT)],
  [types.UIntType, constant(types.UINT)],
  [types.BoolType, constant(types.BOOL)],
  [types.PrincipalType, constant(types.PRINCIPAL)],
  [types.BufferType, single<types.BufferType, 'length'>('length', (length) => new types.BufferType(length))],
  [types.AsciiType, single<types.AsciiType, 'length'>('length', (length) => new types.AsciiType(length))],
  [types.Utf8Type, single<types.Utf8Type, 'length'>('length', (length) => new types.Utf8Type(length))],
  [
    types.ListType,
    shape<types.ListType>(
      ({ entry, maxLength }, to) => {
        to.ref(entry);
        to.raw(maxLength);
      },
      (from) => new types.ListType(from.ref(), from.raw()),
    ),
  ],
  [
    types.TupleType,
    shape<types.TupleType>(
      ({ fields, types: inner }, to) => {
        to.ref(fields);
        to.ref(inner);
      },
      (from) => new types.TupleType(from.ref(), from.ref()),
    ),
  ],
  [
    types.OptionalType,
    shape<types.OptionalType>(
      ({ inner }, to) => to.ref(inner),
      (from) => new types.OptionalType(from.ref()),
    ),
  ],
  [
    types.ResponseType,
    shape<types.ResponseType>(
      ({ ok, err }, to) => {
        to.ref(ok);
        to.ref(err);
      },
      (from) => new types.ResponseType(from.ref(), from.ref()),
    ),
  ],
  [types.CallableType, single<types.CallableType, 'callable'>('callable', (callable) => new types.CallableType(callable))],
  [types.ListUnionType, single<types.ListUnionType, 'callables'>('callables', (callables) => new types.ListUnionType(callables))],
  [types.TraitReferenceType, single<types.TraitReferenceType, 'trait'>('trait', (trait) => new types.TraitReferenceType(trait))],
  [types.FieldNames, single<types.FieldNames, 'names'>('names', (names) => new types.FieldNames(names))],
  [Node, NODE],
  [StxBalance, BALANCE],
  [Contract, CONTRACT],
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

/** Bytes that are a part of a larger memory would take all of it along. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}
