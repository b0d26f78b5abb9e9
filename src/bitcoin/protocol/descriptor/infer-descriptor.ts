import { encodeAddress } from '../address/address.js';
import { type AddressFormat, REGTEST } from '../address/format.js';
import { toHex } from '../codec/hex.js';
import { isXOnlyKey } from '../crypto/key.js';
import { matchScript } from '../script/pattern.js';
import { addChecksum } from './checksum.js';

/** Returns the descriptor, with its checksum, that Core shows for an output script of which nothing else is known (`InferDescriptor`). */
export function inferDescriptor(scriptPubKey: Uint8Array, format: AddressFormat = REGTEST): string {
  const address = encodeAddress(scriptPubKey, format);
  const fallback = address === undefined ? `raw(${toHex(scriptPubKey)})` : `addr(${address})`;
  return addChecksum(fromKeys(scriptPubKey) ?? fallback);
}

/** Returns the descriptor of a script that contains its keys. */
function fromKeys(scriptPubKey: Uint8Array): string | undefined {
  const pattern = matchScript(scriptPubKey);
  if (pattern.type === 'pubkey') return isHybrid(pattern.key) ? undefined : `pk(${toHex(pattern.key)})`;
  if (pattern.type === 'multisig' && !pattern.keys.some(isHybrid))
    return `multi(${[pattern.required, ...pattern.keys.map(toHex)].join(',')})`;
  return pattern.type === 'witness_v1_taproot' && isXOnlyKey(pattern.program) ? `rawtr(${toHex(pattern.program)})` : undefined;
}

/** Hybrid keys, with y and its parity. Descriptors do not allow them. */
function isHybrid(key: Uint8Array): boolean {
  return key[0] === 6 || key[0] === 7;
}
