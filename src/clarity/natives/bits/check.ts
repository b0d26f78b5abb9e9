import type { Signature } from '../../analysis/signature.js';

const ANY: Signature = { kind: 'arithmetic', count: 'any' };
const SHIFT: Signature = { kind: 'shift' };

export const BITS_CHECKS = {
  xor: { kind: 'arithmetic', count: 2 },
  'bit-and': ANY,
  'bit-or': ANY,
  'bit-xor': ANY,
  'bit-not': { kind: 'arithmetic', count: 1 },
  'bit-shift-left': SHIFT,
  'bit-shift-right': SHIFT,
} as const satisfies Record<string, Signature>;
