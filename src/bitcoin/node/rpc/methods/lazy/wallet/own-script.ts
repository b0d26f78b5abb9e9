import { toHex } from '../../../../../protocol/codec/hex.js';
import { ripemd160 } from '../../../../../protocol/crypto/hash.js';
import { addChecksum } from '../../../../../protocol/descriptor/checksum.js';
import type { Descriptor } from '../../../../../protocol/descriptor/descriptor.js';
import { inferKnownDescriptor } from '../../../../../protocol/descriptor/infer-known-descriptor.js';
import { matchScript } from '../../../../../protocol/script/pattern.js';
import type { SigningKeys } from '../../../../../protocol/script/signing/signing-keys.js';
import { keysFor } from '../../../../wallet/keys.js';
import type { OwnScript, WalletDescriptor, WalletState } from '../../../../wallet/state.js';
import type { JsonObject } from '../../../json/json.js';

/** Returns the descriptor of a script of the wallet. */
export function ownDescriptor(state: WalletState, script: Uint8Array): { own: OwnScript; given: WalletDescriptor } | undefined {
  const own = state.scripts.get(toHex(script));
  const given = own && state.descriptors.get(own.descriptor);
  return own && given && { own, given };
}

/** Lists show the descriptor of each output, and wallets have few. */
const texts = new WeakMap<Descriptor, string>();

/** Returns a descriptor of the wallet with its checksum. Wallets mark hardened steps by `h`, whatever the import had (as Core). */
export function textOf(descriptor: Descriptor): string {
  const text = texts.get(descriptor) ?? addChecksum(descriptor.text.replaceAll("'", 'h'));
  texts.set(descriptor, text);
  return text;
}

/** Returns the descriptors that a script comes from, as Core's `parent_descs`. */
export function parentDescriptors(state: WalletState, script: Uint8Array): string[] | undefined {
  const found = ownDescriptor(state, script);
  return found && [textOf(found.given.descriptor)];
}

/** Returns what is known for spending an output. */
export function solvingData(state: WalletState, script: Uint8Array): JsonObject {
  const solvable = ownDescriptor(state, script)?.given.descriptor.isSolvable === true;
  if (!solvable) return { spendable: true, solvable };
  const keys = keysFor(state, [script], false);
  return { ...hashedScripts(script, keys), spendable: true, solvable, desc: inferKnownDescriptor(script, keys) };
}

/** Returns the scripts of which the output has only the hash. */
function hashedScripts(script: Uint8Array, keys: SigningKeys): JsonObject {
  const pattern = matchScript(script);
  if (pattern.type === 'witness_v0_scripthash') {
    const witnessScript = keys.script(ripemd160(pattern.program));
    return { witnessScript: witnessScript && toHex(witnessScript) };
  }
  const redeemScript = pattern.type === 'scripthash' ? keys.script(pattern.hash) : undefined;
  return redeemScript === undefined ? {} : { redeemScript: toHex(redeemScript), ...hashedScripts(redeemScript, keys) };
}
