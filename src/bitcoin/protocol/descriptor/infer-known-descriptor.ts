// Which scripts have a descriptor, and which one, follows `InferScript` of src/script/descriptor.cpp of Bitcoin Core. Copyright (c)
// 2009-present The Bitcoin Core developers; MIT licence.

import { toHex } from '../codec/hex.js';
import { HARDENED } from '../crypto/bip32.js';
import { ripemd160 } from '../crypto/hash.js';
import { isXOnlyKey } from '../crypto/key.js';
import { decodeMiniscript } from '../script/miniscript/decode.js';
import { findFault, NOT_SATISFIABLE } from '../script/miniscript/sanity.js';
import { miniscriptText } from '../script/miniscript/text.js';
import { matchScript, type ScriptPattern } from '../script/pattern.js';
import { type SigningKeys, xOnlyOrigin } from '../script/signing/signing-keys.js';
import { TAPSCRIPT_LEAF_VERSION } from '../script/taproot/taproot.js';
import type { TaprootLeaf } from '../script/taproot/taproot-tree.js';
import { addChecksum } from './checksum.js';
import type { DescriptorContext } from './descriptor.js';
import { inferDescriptor } from './infer-descriptor.js';

/**
 * Returns the descriptor, with its checksum, that Core shows for an output script of which more is known than the script itself.
 * @param keys keys with their origins, the scripts behind hashes, and the trees of taproot outputs
 */
export function inferKnownDescriptor(script: Uint8Array, keys: SigningKeys): string {
  const known = solvable(script, 'top', keys);
  return known === undefined ? inferDescriptor(script) : addChecksum(known);
}

/** Returns the descriptor of a script, if all its keys and scripts are known. */
function solvable(script: Uint8Array, context: DescriptorContext, keys: SigningKeys): string | undefined {
  const pattern = matchScript(script);
  return (context === 'p2tr' ? undefined : fromPattern(pattern, context, keys)) ?? fromMiniscript(script, context, keys);
}

function fromPattern(pattern: ScriptPattern, context: DescriptorContext, keys: SigningKeys): string | undefined {
  const isOuter = context === 'top' || context === 'p2sh';
  const fits = (key: Uint8Array) => !isHybrid(key) && (isOuter || key.length === COMPRESSED_SIZE);
  const withKey = (name: string, key: Uint8Array | undefined) => (key && fits(key) ? `${name}(${keyText(key, keys)})` : undefined);
  const withScript = (name: string, script: Uint8Array | undefined, inside: DescriptorContext) => {
    const inner = script && solvable(script, inside, keys);
    return inner && `${name}(${inner})`;
  };
  switch (pattern.type) {
    case 'pubkey':
      return withKey('pk', pattern.key);
    case 'pubkeyhash':
      return withKey('pkh', keys.publicKey(pattern.hash));
    case 'witness_v0_keyhash':
      return isOuter ? withKey('wpkh', keys.publicKey(pattern.program)) : undefined;
    case 'multisig':
      if (!pattern.keys.every(fits)) return undefined;
      return `multi(${[pattern.required, ...pattern.keys.map((key) => keyText(key, keys))].join(',')})`;
    case 'scripthash':
      return context === 'top' ? withScript('sh', keys.script(pattern.hash), 'p2sh') : undefined;
    case 'witness_v0_scripthash':
      return isOuter ? withScript('wsh', keys.script(ripemd160(pattern.program)), 'p2wsh') : undefined;
    case 'witness_v1_taproot':
      return context === 'top' ? fromTaproot(pattern.program, keys) : undefined;
    default:
      return undefined;
  }
}

const COMPRESSED_SIZE = 33;

/** Returns the descriptor of a taproot output: with its tree, if every script of it has a descriptor. */
function fromTaproot(outputKey: Uint8Array, keys: SigningKeys): string | undefined {
  const { data, tree = [] } = keys.taproot(outputKey) ?? {};
  const texts = tree.map(({ version, script }) => (version === TAPSCRIPT_LEAF_VERSION ? solvable(script, 'p2tr', keys) : undefined));
  if (data?.internalKey !== undefined && texts.every((text) => text !== undefined)) {
    const parts = [xOnlyText(data.internalKey, keys), ...(tree.length === 0 ? [] : [treeText(tree, texts)])];
    return `tr(${parts.join(',')})`;
  }
  return isXOnlyKey(outputKey) ? `rawtr(${xOnlyText(outputKey, keys)})` : undefined;
}

/** A part of a tree, with the least of its scripts. */
type Subtree = { depth: number; text: string; least: string };

/** Returns the text of a tree. Of two subtrees, Core puts that with the least script first, because the order is not in the output. */
function treeText(tree: readonly TaprootLeaf[], texts: readonly string[]): string {
  const done: Subtree[] = [];
  for (const [index, { depth, script }] of tree.entries()) {
    let part: Subtree = { depth, text: texts[index] ?? '', least: toHex(script) };
    for (let left = done.at(-1); left !== undefined && left.depth === part.depth; left = done.at(-1)) {
      done.pop();
      const [first, second] = left.least <= part.least ? [left, part] : [part, left];
      part = { depth: part.depth - 1, text: `{${first.text},${second.text}}`, least: first.least };
    }
    done.push(part);
  }
  return done[0]?.text ?? '';
}

function fromMiniscript(script: Uint8Array, place: DescriptorContext, keys: SigningKeys): string | undefined {
  if (place !== 'p2wsh' && place !== 'p2tr') return undefined;
  const isTaproot = place === 'p2tr';
  const keyWith = (hash: Uint8Array) => (isTaproot ? keys.publicKey(hash)?.subarray(1, COMPRESSED_SIZE) : keys.publicKey(hash));
  const context = isTaproot ? 'tapscript' : 'p2wsh';
  const root = decodeMiniscript(script, { context, keyWith });
  // A descriptor may repeat the keys of multi_a: to Core it is no miniscript there.
  const fault = root?.fragment === 'multi_a' ? undefined : root && findFault(root, context, toHex);
  if (root === undefined || (fault !== undefined && fault.words !== NOT_SATISFIABLE)) return undefined;
  return miniscriptText(root, (key) => (isTaproot ? xOnlyText(key, keys) : keyText(key, keys)));
}

/** Returns a key with its origin, if that is known. */
function keyText(key: Uint8Array, keys: SigningKeys): string {
  return `${originText(keys.origin(key))}${toHex(key)}`;
}

function xOnlyText(key: Uint8Array, keys: SigningKeys): string {
  return `${originText(xOnlyOrigin(keys, key))}${toHex(key)}`;
}

function originText(origin: Uint8Array | undefined): string {
  if (origin === undefined) return '';
  const view = new DataView(origin.buffer, origin.byteOffset, origin.byteLength);
  const steps = Array.from({ length: origin.length / 4 - 1 }, (_, index) => view.getUint32(4 * (index + 1), true));
  const path = steps.map((step) => (step >= HARDENED ? `/${step - HARDENED}h` : `/${step}`)).join('');
  return `[${toHex(origin.subarray(0, 4))}${path}]`;
}

/** Hybrid keys, with y and its parity. Descriptors do not allow them. */
function isHybrid(key: Uint8Array): boolean {
  return key[0] === 6 || key[0] === 7;
}
