import { isRecord } from '../../../../base/json.js';
import { showValue } from '../../../../base/show-value.js';
import type { ClarityType } from './type.js';

/** Parses a type of a contract interface. @throws TypeError if it is invalid */
export function parseAbiType(type: unknown): ClarityType {
  switch (type) {
    case 'int128':
      return { kind: 'int' };
    case 'uint128':
      return { kind: 'uint' };
    case 'bool':
      return { kind: 'bool' };
    case 'principal':
      return { kind: 'principal' };
    case 'none':
      return { kind: 'unknown' };
    case 'trait_reference':
      return { kind: 'trait' };
  }
  if (isRecord(type)) {
    for (const kind of ['buffer', 'string-ascii', 'string-utf8'] as const) {
      if (isRecord(type[kind])) return { kind, length: Number(type[kind]['length']) };
    }
    const { optional, response, list, tuple } = type;
    if (optional !== undefined) return { kind: 'optional', inner: parseAbiType(optional) };
    if (isRecord(response)) return { kind: 'response', ok: parseAbiType(response['ok']), err: parseAbiType(response['error']) };
    if (isRecord(list)) return { kind: 'list', length: Number(list['length']), item: parseAbiType(list['type']) };
    if (Array.isArray(tuple)) {
      return { kind: 'tuple', fields: tuple.filter(isRecord).map((field) => [String(field['name']), parseAbiType(field['type'])]) };
    }
  }
  throw new TypeError(`not a type of a contract interface: ${showValue(type)}`);
}
