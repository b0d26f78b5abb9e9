import type { FieldNames, TupleType } from '../../../../clarity/types.js';
import { values } from '../../../../clarity/values.js';
import { type Codec, codec, ownBytes, single } from './codec.js';

const BUFFER = codec<values.BufferValue>(
  ({ bytes }, to) => to.raw(ownBytes(bytes)),
  (from) => new values.BufferValue(from.raw()),
);

const LIST = codec<values.ListValue>(
  ({ items, type, derived }, to) => {
    to.ref(items);
    to.ref(type);
    to.raw(derived);
  },
  (from) => new values.ListValue(from.ref(), from.ref(), from.raw()),
);

const TUPLE = codec<values.TupleValue>(
  ({ fields, values: items, type, derived, size, typeSize, depth }, to) => {
    to.ref(fields);
    to.ref(items);
    to.ref(type);
    to.raw({ derived, size, typeSize, depth });
  },
  (from) => {
    const [fields, items, type] = [from.ref<FieldNames>(), from.ref<values.Value[]>(), from.ref<TupleType | undefined>()];
    return new values.TupleValue(fields, items, { ...from.raw<Omit<values.TupleShape, 'type'>>(), type });
  },
);

const OPTIONAL = codec<values.OptionalValue>(
  ({ value, size, typeSize, depth }, to) => {
    to.ref(value);
    for (const field of [size, typeSize, depth]) to.raw(field);
  },
  (from) => new values.OptionalValue(from.ref(), from.raw(), from.raw(), from.raw()),
);

const RESPONSE = codec<values.ResponseValue>(
  ({ isOk, value, size, typeSize, depth }, to) => {
    to.raw(isOk);
    to.ref(value);
    for (const field of [size, typeSize, depth]) to.raw(field);
  },
  (from) => new values.ResponseValue(from.raw(), from.ref(), from.raw(), from.raw(), from.raw()),
);

const PRINCIPAL = codec<values.PrincipalValue>(
  ({ id, name }, to) => {
    to.raw(id);
    to.raw(name);
  },
  (from) => new values.PrincipalValue(from.raw(), from.raw()),
);

const CALLABLE = codec<values.CallableValue>(
  ({ contract, trait }, to) => {
    to.ref(contract);
    to.raw(trait);
  },
  (from) => new values.CallableValue(from.ref(), from.raw()),
);

/** Of the values of Clarity. */
export const VALUE_CODECS: readonly (readonly [constructor: unknown, codec: Codec])[] = [
  [values.IntValue, single<values.IntValue, 'value'>('value', (value) => new values.IntValue(value))],
  [values.UIntValue, single<values.UIntValue, 'value'>('value', (value) => new values.UIntValue(value))],
  [values.TRUE.constructor, single<typeof values.TRUE, 'value'>('value', (value) => (value ? values.TRUE : values.FALSE))],
  [values.BufferValue, BUFFER],
  [values.AsciiValue, single<values.AsciiValue, 'text'>('text', (text) => new values.AsciiValue(text))],
  [values.Utf8Value, single<values.Utf8Value, 'characters'>('characters', (characters) => new values.Utf8Value(characters))],
  [values.ListValue, LIST],
  [values.TupleValue, TUPLE],
  [values.OptionalValue, OPTIONAL],
  [values.ResponseValue, RESPONSE],
  [values.PrincipalValue, PRINCIPAL],
  [values.CallableValue, CALLABLE],
];
