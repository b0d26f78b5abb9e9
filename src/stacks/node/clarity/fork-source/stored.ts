import type { PoxVersion } from '../../../../clarity/state.js';
import { StxBalance } from '../../../../clarity/state.js';

/** The bytes of a balance without the version of its lock, which none and that of `pox` lack. */
const UNVERSIONED = 40;
const AMOUNT = 16;

/** Reads a balance as a node stores it (`STXBalance`, clarity/src/vm/database/structures.rs). @param hex without 0x @throws RangeError */
export function readBalance(hex: string): StxBalance {
  const bytes = Buffer.from(hex, 'hex');
  const at = bytes.length === UNVERSIONED ? 0 : 1;
  const version = at === 0 ? 1 : bytes.readUInt8(0) + 2;
  if (bytes.length !== UNVERSIONED + at || version > 5) throw new RangeError(`${hex} is no balance`);
  const amount = uint(bytes, at + AMOUNT);
  const unlockHeight = Number(bytes.readBigUInt64BE(at + 2 * AMOUNT));
  return new StxBalance(uint(bytes, at), { amount, unlockHeight, version: version as PoxVersion });
}

function uint(bytes: Buffer, at: number): bigint {
  return (bytes.readBigUInt64BE(at) << 64n) | bytes.readBigUInt64BE(at + 8);
}
