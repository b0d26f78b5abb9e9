import { encodeAddress } from '../../../../../protocol/address/address.js';
import { toHex } from '../../../../../protocol/codec/hex.js';
import { ripemd160 } from '../../../../../protocol/crypto/hash.js';
import { matchScript } from '../../../../../protocol/script/pattern.js';
import type { SigningKeys } from '../../../../../protocol/script/signing/signing-keys.js';
import type { JsonObject } from '../../../json/json.js';
import { destinationJson } from '../../../view/destination.js';

/** Returns what is known of the key or the script of an output (Core's `DescribeWalletAddress`). */
export function describeScript(script: Uint8Array, keys: SigningKeys): JsonObject {
  const pattern = matchScript(script);
  if (pattern.type === 'pubkeyhash') return keyJson(keys.publicKey(pattern.hash), true);
  if (pattern.type === 'witness_v0_keyhash') return keyJson(keys.publicKey(pattern.program), false);
  if (pattern.type === 'scripthash') return innerJson(keys.script(pattern.hash), keys);
  return pattern.type === 'witness_v0_scripthash' ? innerJson(keys.script(ripemd160(pattern.program)), keys) : {};
}

function keyJson(key: Uint8Array | undefined, mayBeUncompressed: boolean): JsonObject {
  if (key === undefined) return {};
  return { pubkey: toHex(key), iscompressed: mayBeUncompressed ? key.length === 33 : undefined };
}

/** Describes a script whose hash is in an output. */
function innerJson(script: Uint8Array | undefined, keys: SigningKeys): JsonObject {
  if (script === undefined) return {};
  const pattern = matchScript(script);
  const facts: JsonObject = { script: pattern.type, hex: toHex(script) };
  if (pattern.type === 'multisig') return { ...facts, sigsrequired: pattern.required, pubkeys: pattern.keys.map(toHex) };
  const address = encodeAddress(script);
  if (address === undefined) return facts;
  const embedded: JsonObject = { ...destinationJson(script), ...describeScript(script, keys), address, scriptPubKey: toHex(script) };
  return { ...facts, pubkey: embedded['pubkey'], embedded };
}
