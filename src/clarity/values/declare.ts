import type { Type } from '../types/type.js';
import { responseOf, someOf, tupleWithType } from './construct.js';
import { ListValue, type Value } from './value.js';

/**
 * Returns the value as it is read from the chain state: lists and tuples have the declared types, and contracts are principals
 * (`Value::try_deserialize_hex_at_epoch` of what `serialize_to_hex` gave). The type must admit the value.
 */
export function declareAs(type: Type, value: Value): Value {
  switch (value.kind) {
    case 'list':
      if (type.kind !== 'list') return value;
      return new ListValue(
        value.items.map((item) => declareAs(type.entry, item)),
        type,
        false,
      );
    case 'tuple': {
      if (type.kind !== 'tuple') return value;
      const values = value.values.map((item, at) => declareAs(type.field(value.fields.names[at] as string) as Type, item));
      return tupleWithType(value.fields, values, type);
    }
    case 'optional': {
      if (type.kind !== 'optional' || value.value === undefined) return value;
      const inner = declareAs(type.inner, value.value);
      return inner === value.value ? value : someOf(inner);
    }
    case 'response': {
      if (type.kind !== 'response') return value;
      const inner = declareAs(value.isOk ? type.ok : type.err, value.value);
      return inner === value.value ? value : responseOf(value.isOk, inner);
    }
    case 'callable':
      return value.contract;
    default:
      return value;
  }
}
