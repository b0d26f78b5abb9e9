import { toHex } from '../../../../../../chains/bitcoin/codec/hex.js';
import { addChecksum } from '../../../../../../chains/bitcoin/descriptor/checksum.js';
import { inferDescriptor } from '../../../../../../chains/bitcoin/descriptor/infer-descriptor.js';
import { matchScript, type ScriptPattern } from '../../../../../../chains/bitcoin/script/pattern.js';
import { produceSignature } from '../../../../../../chains/bitcoin/script/signing/produce-signature.js';
import { PLACEHOLDER_CREATOR } from '../../../../../../chains/bitcoin/script/signing/signature-creator.js';
import { emptySignatureData } from '../../../../../../chains/bitcoin/script/signing/signature-data.js';
import { keysFor } from '../../../../wallet/keys.js';
import type { OwnScript, WalletDescriptor, WalletState } from '../../../../wallet/state.js';
import type { JsonObject } from '../../../json/json.js';

/** Returns the descriptor of a script of the wallet. */
export function ownDescriptor(state: WalletState, script: Uint8Array): { own: OwnScript; given: WalletDescriptor } | undefined {
  const own = state.scripts.get(toHex(script));
  const given = own && state.descriptors.get(own.descriptor);
  return own && given && { own, given };
}

/** Returns the descriptors that a script comes from, as Core's `parent_descs`. */
export function parentDescriptors(state: WalletState, script: Uint8Array): string[] | undefined {
  const found = ownDescriptor(state, script);
  return found && [addChecksum(found.given.descriptor.text)];
}

/** Returns what is known for spending an output. */
export function solvingData(state: WalletState, script: Uint8Array): JsonObject {
  const solvable = ownDescriptor(state, script)?.given.descriptor.isSolvable === true;
  if (!solvable) return { spendable: true, solvable };
  const { redeemScript, witnessScript } = produceSignature(script, PLACEHOLDER_CREATOR, keysFor(state, [script]), emptySignatureData());
  return {
    redeemScript: redeemScript && toHex(redeemScript),
    witnessScript: matchScript(script).type === 'witness_v0_scripthash' && witnessScript !== undefined ? toHex(witnessScript) : undefined,
    spendable: true,
    solvable,
    desc: scriptDescriptor(state, script),
  };
}

/** Returns the descriptor of one script, with its key and the key's origin. */
export function scriptDescriptor(state: WalletState, script: Uint8Array): string {
  const found = ownDescriptor(state, script);
  if (found === undefined || !found.given.descriptor.isSolvable) return inferDescriptor(script);
  const keys: { publicKey: Uint8Array; origin: { fingerprint: Uint8Array; path: number[] } }[] = [];
  found.given.descriptor.scripts(found.own.index, { key: (key) => keys.push(key), script: () => {}, taproot: () => {} });
  let at = 0;
  const { type } = matchScript(script);
  const isTaproot = type === 'witness_v1_taproot';
  const text = ofOneForm(found.given.descriptor.text, type).replace(KEY, () => {
    const key = keys[at++];
    if (key === undefined) return '';
    const steps = key.origin.path.map((step) => (step >= 2 ** 31 ? `/${step - 2 ** 31}h` : `/${step}`)).join('');
    return `[${toHex(key.origin.fingerprint)}${steps}]${toHex(isTaproot ? key.publicKey.subarray(1) : key.publicKey)}`;
  });
  return addChecksum(text);
}

/** Returns the descriptor of one form of script of a `combo`; another one as it is. */
function ofOneForm(text: string, type: ScriptPattern['type']): string {
  const [, key] = /^combo\((.*)\)$/.exec(text) ?? [];
  if (key === undefined) return text;
  if (type === 'pubkey') return `pk(${key})`;
  if (type === 'pubkeyhash') return `pkh(${key})`;
  return type === 'witness_v0_keyhash' ? `wpkh(${key})` : `sh(wpkh(${key}))`;
}

/** A key of a descriptor: an extended key with its path, or a public key, with an optional origin. */
const KEY = /(?:\[[^\][]*\])?(?:tpub[^,)}]+|[0-9a-f]{64,130})/g;
