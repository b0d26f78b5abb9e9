import type { Principal } from '../principal.js';

/** A Clarity value. Tuple fields are in the order of their names, as Clarity keeps them. */
export type ClarityValue =
  | { type: 'int' | 'uint'; value: bigint }
  | { type: 'bool'; value: boolean }
  | { type: 'buffer'; value: Uint8Array }
  /** One byte for each character. */
  | { type: 'string-ascii'; value: Uint8Array }
  | { type: 'string-utf8'; value: string }
  | { type: 'principal'; value: Principal }
  | { type: 'none' }
  | { type: 'some' | 'ok' | 'err'; value: ClarityValue }
  | { type: 'list'; items: ClarityValue[] }
  | { type: 'tuple'; fields: [name: string, value: ClarityValue][] };

/** The first byte of a serialized value (SIP-005, "Clarity Value Representation"). */
export const PREFIX = {
  int: 0x00,
  uint: 0x01,
  buffer: 0x02,
  true: 0x03,
  false: 0x04,
  principal: 0x05,
  contract: 0x06,
  ok: 0x07,
  err: 0x08,
  none: 0x09,
  some: 0x0a,
  list: 0x0b,
  tuple: 0x0c,
  stringAscii: 0x0d,
  stringUtf8: 0x0e,
} as const;

/** The largest value, in bytes. */
export const MAX_VALUE_SIZE = 1024 * 1024;
