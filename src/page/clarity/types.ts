import type { AbiType } from '../api/types.js';

/** A type of an ABI as Clarity writes it: `(optional (string-ascii 40))`. */
export function typeText(type: AbiType): string {
  if (typeof type === 'string') return NAMES[type] ?? type;
  if ('optional' in type) return `(optional ${typeText(type.optional)})`;
  if ('response' in type) return `(response ${typeText(type.response.ok)} ${typeText(type.response.error)})`;
  if ('list' in type) return `(list ${type.list.length} ${typeText(type.list.type)})`;
  if ('tuple' in type) return `{${type.tuple.map(({ name, type: inner }) => `${name}: ${typeText(inner)}`).join(', ')}}`;
  if ('buffer' in type) return `(buff ${type.buffer.length})`;
  const [[name, { length }] = ['', { length: 0 }]] = Object.entries(type);
  return `(${name} ${length})`;
}

const NAMES: Readonly<Record<string, string>> = { uint128: 'uint', int128: 'int', trait_reference: 'trait' };

/** What a field of this type may hold, as an example. */
export function example(type: AbiType): string {
  if (typeof type === 'string') return EXAMPLES[type] ?? '';
  if ('optional' in type) return `none or (some ${example(type.optional)})`;
  if ('response' in type) return `(ok ${example(type.response.ok)})`;
  if ('list' in type) return `(list ${example(type.list.type)})`;
  if ('tuple' in type) return `{${type.tuple.map(({ name, type: inner }) => `${name}: ${example(inner)}`).join(', ')}}`;
  if ('buffer' in type) return '0x00ff';
  return 'string-ascii' in type ? '"text"' : 'u"text"';
}

const EXAMPLES: Readonly<Record<string, string>> = {
  uint128: 'u1',
  int128: '-1',
  bool: 'true',
  principal: "'ST…",
  trait_reference: "'ST….name",
};

/** Rewrites what people type: `5` for a uint, an address without its quote, nothing for an empty optional. */
export function asLiteral(text: string, type: AbiType): string {
  const trimmed = text.trim();
  if (typeof type === 'string') {
    if (type === 'uint128' && /^\d+$/.test(trimmed)) return `u${trimmed}`;
    if ((type === 'principal' || type === 'trait_reference') && /^S[0-9A-Z]+/.test(trimmed)) return `'${trimmed}`;
  }
  return trimmed === '' && typeof type === 'object' && 'optional' in type ? 'none' : trimmed;
}
