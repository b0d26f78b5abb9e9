import { isHexBytes } from '../../../base/hex-digits.js';
import { isRecord } from '../../../base/json.js';
import { parsePrincipal } from '../../../stacks/codec.js';
import type { ClarityValue } from '../../../stacks/values.js';

/** A Clarity value of stacks.js, as `Cl.uint(5)` makes it. */
type StacksJsValue = { type: string; value?: unknown };

/** Returns the value that stacks.js describes, for example by `Cl.uint(5)`; undefined for anything else. */
export function stacksJsValue(given: unknown): ClarityValue | undefined {
  if (!isRecord(given) || typeof given['type'] !== 'string') return undefined;
  const { type, value, ...others } = given as StacksJsValue;
  if (Object.keys(others).length > 0) return undefined;
  switch (type) {
    case 'int':
    case 'uint':
      return typeof value === 'bigint' || (typeof value === 'string' && /^-?\d+$/.test(value)) ? { type, value: BigInt(value) } : undefined;
    case 'true':
    case 'false':
      return { type: 'bool', value: type === 'true' };
    case 'buffer':
      return typeof value === 'string' && isHexBytes(value) ? { type, value: Buffer.from(value, 'hex') } : undefined;
    case 'ascii':
      return typeof value === 'string' ? { type: 'string-ascii', value: Buffer.from(value, 'latin1') } : undefined;
    case 'utf8':
      return typeof value === 'string' ? { type: 'string-utf8', value } : undefined;
    case 'address':
    case 'contract':
      return readPrincipal(value);
    case 'none':
      return { type };
    case 'some':
    case 'ok':
    case 'err': {
      const inner = stacksJsValue(value);
      return inner && { type, value: inner };
    }
    case 'list':
      return readList(value);
    case 'tuple':
      return readTuple(value);
    default:
      return undefined;
  }
}

function readPrincipal(value: unknown): ClarityValue | undefined {
  const principal = typeof value === 'string' ? parsePrincipal(value) : undefined;
  return principal && { type: 'principal', value: principal };
}

function readList(value: unknown): ClarityValue | undefined {
  const items = Array.isArray(value) ? value.map(stacksJsValue) : [undefined];
  return items.every((item) => item !== undefined) ? { type: 'list', items } : undefined;
}

function readTuple(value: unknown): ClarityValue | undefined {
  if (!isRecord(value)) return undefined;
  const fields = Object.entries(value).map(([name, field]): [string, ClarityValue | undefined] => [name, stacksJsValue(field)]);
  const known = fields.filter((field): field is [string, ClarityValue] => field[1] !== undefined);
  if (known.length < fields.length) return undefined;
  return { type: 'tuple', fields: known.sort(([a], [b]) => (a < b ? -1 : 1)) };
}
