import { encodeAddress } from '../address/address.js';
import { type AddressFormat, REGTEST } from '../address/format.js';
import { toHex } from '../codec/hex.js';
import { HARDENED } from '../crypto/bip32.js';
import { ripemd160 } from '../crypto/hash.js';
import { isXOnlyKey } from '../crypto/key.js';
import { matchScript, type ScriptPattern } from '../script/pattern.js';
import { NO_KEYS, type SigningKeys } from '../script/signing/signing-keys.js';
import { addChecksum } from './checksum.js';

type InferOptions = {
  /** @default regtest */
  format?: AddressFormat | undefined;
  /** Keys with their origins, and scripts, which a script has only the hash of. @default none */
  keys?: SigningKeys | undefined;
};

/** Returns the descriptor, with its checksum, that Core shows for an output script (`InferDescriptor`). */
export function inferDescriptor(scriptPubKey: Uint8Array, { format = REGTEST, keys = NO_KEYS }: InferOptions = {}): string {
  const address = encodeAddress(scriptPubKey, format);
  const fallback = address === undefined ? `raw(${toHex(scriptPubKey)})` : `addr(${address})`;
  return addChecksum(solvable(scriptPubKey, keys) ?? fallback);
}

/** Returns the descriptor of a script, if all its keys are known. */
function solvable(script: Uint8Array, keys: SigningKeys): string | undefined {
  const pattern = matchScript(script);
  return fromKeys(pattern, keys) ?? fromHashes(pattern, keys);
}

/** Returns the descriptor of a script that contains its keys. */
function fromKeys(pattern: ScriptPattern, keys: SigningKeys): string | undefined {
  if (pattern.type === 'pubkey') return isHybrid(pattern.key) ? undefined : `pk(${keyText(pattern.key, keys)})`;
  if (pattern.type === 'multisig' && !pattern.keys.some(isHybrid)) {
    return `multi(${[pattern.required, ...pattern.keys.map((key) => keyText(key, keys))].join(',')})`;
  }
  if (pattern.type === 'witness_v1_taproot' && isXOnlyKey(pattern.program)) return `rawtr(${toHex(pattern.program)})`;
  return undefined;
}

/** Returns the descriptor of a script that contains the hash of a known key or script. */
function fromHashes(pattern: ScriptPattern, keys: SigningKeys): string | undefined {
  const withKey = (name: string, key: Uint8Array | undefined) => key && `${name}(${keyText(key, keys)})`;
  const withScript = (name: string, script: Uint8Array | undefined) => {
    const inner = script && solvable(script, keys);
    return inner && `${name}(${inner})`;
  };
  if (pattern.type === 'pubkeyhash') return withKey('pkh', keys.publicKey(pattern.hash));
  if (pattern.type === 'witness_v0_keyhash') return withKey('wpkh', keys.publicKey(pattern.program));
  if (pattern.type === 'scripthash') return withScript('sh', keys.script(pattern.hash));
  if (pattern.type === 'witness_v0_scripthash') return withScript('wsh', keys.script(ripemd160(pattern.program)));
  return undefined;
}

/** Returns a key with its origin, if that is known. */
function keyText(key: Uint8Array, keys: SigningKeys): string {
  const origin = keys.origin(key);
  if (origin === undefined) return toHex(key);
  const view = new DataView(origin.buffer, origin.byteOffset, origin.byteLength);
  const steps = Array.from({ length: origin.length / 4 - 1 }, (_, index) => view.getUint32(4 * (index + 1), true));
  const path = steps.map((step) => (step >= HARDENED ? `/${step - HARDENED}h` : `/${step}`)).join('');
  return `[${toHex(origin.subarray(0, 4))}${path}]${toHex(key)}`;
}

/** Hybrid keys, with y and its parity. Descriptors do not allow them. */
function isHybrid(key: Uint8Array): boolean {
  return key[0] === 6 || key[0] === 7;
}
