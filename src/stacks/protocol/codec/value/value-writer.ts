import { writePrincipal } from '../principal.js';
import { name, u8, u32, u128 } from '../writer.js';
import { type ClarityValue, PREFIX } from './value.js';

/** A value in SIP-005's serialization. */
export function writeValue(value: ClarityValue): Buffer {
  switch (value.type) {
    case 'int':
    case 'uint':
      return Buffer.concat([u8(PREFIX[value.type]), u128(value.value)]);
    case 'bool':
      return u8(value.value ? PREFIX.true : PREFIX.false);
    case 'buffer':
      return Buffer.concat([u8(PREFIX.buffer), u32(value.value.length), value.value]);
    case 'string-ascii':
      return Buffer.concat([u8(PREFIX.stringAscii), u32(value.value.length), value.value]);
    case 'string-utf8': {
      const bytes = Buffer.from(value.value, 'utf8');
      return Buffer.concat([u8(PREFIX.stringUtf8), u32(bytes.length), bytes]);
    }
    case 'principal':
      return writePrincipal(value.value);
    case 'none':
      return u8(PREFIX.none);
    case 'some':
    case 'ok':
    case 'err':
      return Buffer.concat([u8(PREFIX[value.type]), writeValue(value.value)]);
    case 'list':
      return Buffer.concat([u8(PREFIX.list), u32(value.items.length), ...value.items.map(writeValue)]);
    case 'tuple':
      return Buffer.concat([
        u8(PREFIX.tuple),
        u32(value.fields.length),
        ...value.fields.flatMap(([field, inner]) => [name(field), writeValue(inner)]),
      ]);
  }
}
