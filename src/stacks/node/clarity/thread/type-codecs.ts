import { types } from '../../../../clarity/types.js';
import { type Codec, codec, constant, single } from './codec.js';

/** Of the types of Clarity. */
export const TYPE_CODECS: readonly (readonly [constructor: unknown, codec: Codec])[] = [
  [types.NO_TYPE.constructor, constant(types.NO_TYPE)],
  [types.INT.constructor, constant(types.INT)],
  [types.UINT.constructor, constant(types.UINT)],
  [types.BOOL.constructor, constant(types.BOOL)],
  [types.PRINCIPAL.constructor, constant(types.PRINCIPAL)],
  [types.BufferType, single<types.BufferType, 'length'>('length', (length) => new types.BufferType(length))],
  [types.AsciiType, single<types.AsciiType, 'length'>('length', (length) => new types.AsciiType(length))],
  [types.Utf8Type, single<types.Utf8Type, 'length'>('length', (length) => new types.Utf8Type(length))],
  [
    types.ListType,
    codec<types.ListType>(
      ({ entry, maxLength }, to) => {
        to.ref(entry);
        to.raw(maxLength);
      },
      (from) => new types.ListType(from.ref(), from.raw()),
    ),
  ],
  [
    types.TupleType,
    codec<types.TupleType>(
      ({ fields, types: inner }, to) => {
        to.ref(fields);
        to.ref(inner);
      },
      (from) => new types.TupleType(from.ref(), from.ref()),
    ),
  ],
  [
    types.OptionalType,
    codec<types.OptionalType>(
      ({ inner }, to) => to.ref(inner),
      (from) => new types.OptionalType(from.ref()),
    ),
  ],
  [
    types.ResponseType,
    codec<types.ResponseType>(
      ({ ok, err }, to) => {
        to.ref(ok);
        to.ref(err);
      },
      (from) => new types.ResponseType(from.ref(), from.ref()),
    ),
  ],
  [types.CallableType, single<types.CallableType, 'callable'>('callable', (callable) => new types.CallableType(callable))],
  [types.ListUnionType, single<types.ListUnionType, 'callables'>('callables', (callables) => new types.ListUnionType(callables))],
  [types.FieldNames, single<types.FieldNames, 'names'>('names', (names) => new types.FieldNames(names))],
];
