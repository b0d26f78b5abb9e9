import { isRecord } from '../../../base/json.js';
import { bytesOfHex } from '../../../clarity/bytes.js';
import { TypeFailure } from '../../../clarity/failure.js';
import {
  AsciiValue,
  BufferValue,
  boolOf,
  errOf,
  findPrincipal,
  IntValue,
  listOfDerived,
  NONE,
  okOf,
  someOf,
  tupleOfEntries,
  UIntValue,
  Utf8Value,
  type Value,
} from '../../../clarity/values.js';

/** A Clarity value of stacks.js, as `Cl.uint(5)` makes it. */
type StacksJsValue = { type: string; value?: unknown };

/** Returns the value that stacks.js describes, for example by `Cl.uint(5)`; undefined for anything else. */
export function stacksJsValue(given: unknown): Value | undefined {
  if (!isRecord(given) || typeof given['type'] !== 'string') return undefined;
  const { type, value, ...others } = given as StacksJsValue;
  if (Object.keys(others).length > 0) return undefined;
  switch (type) {
    case 'int':
    case 'uint':
      return readInteger(type, value);
    case 'true':
    case 'false':
      return boolOf(type === 'true');
    case 'buffer': {
      const bytes = typeof value === 'string' ? bytesOfHex(value) : undefined;
      return bytes && new BufferValue(bytes);
    }
    case 'ascii':
      return typeof value === 'string' ? new AsciiValue(value) : undefined;
    case 'utf8':
      return typeof value === 'string' ? new Utf8Value([...value]) : undefined;
    case 'address':
    case 'contract':
      return typeof value === 'string' ? findPrincipal(value) : undefined;
    case 'none':
      return NONE;
    case 'some':
      return readInner(value, someOf);
    case 'ok':
      return readInner(value, okOf);
    case 'err':
      return readInner(value, errOf);
    case 'list':
      return readList(value);
    case 'tuple':
      return readTuple(value);
    default:
      return undefined;
  }
}

function readInteger(type: 'int' | 'uint', value: unknown): Value | undefined {
  if (typeof value !== 'bigint' && (typeof value !== 'string' || !/^-?\d+$/.test(value))) return undefined;
  return type === 'int' ? new IntValue(BigInt(value)) : new UIntValue(BigInt(value));
}

function readInner(given: unknown, wrap: (value: Value) => Value): Value | undefined {
  const inner = stacksJsValue(given);
  return inner && made(() => wrap(inner));
}

function readList(value: unknown): Value | undefined {
  const items = Array.isArray(value) ? value.map(stacksJsValue) : [undefined];
  return items.every((item) => item !== undefined) ? made(() => listOfDerived(items)) : undefined;
}

function readTuple(value: unknown): Value | undefined {
  if (!isRecord(value)) return undefined;
  const fields = Object.entries(value).map(([name, field]): [string, Value | undefined] => [name, stacksJsValue(field)]);
  const known = fields.filter((field): field is [string, Value] => field[1] !== undefined);
  return known.length < fields.length ? undefined : made(() => tupleOfEntries(known));
}

/** Makes a value of others; undefined if it has no type. */
function made(make: () => Value): Value | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof TypeFailure) return undefined;
    throw error;
  }
}
