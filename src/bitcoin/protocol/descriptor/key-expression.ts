// Error messages and the order of checks follow src/script/descriptor.cpp of Bitcoin Core.
// Copyright (c) 2009-present The Bitcoin Core developers; MIT licence.

import { decodeBase58Check, encodeBase58Check } from '../address/encoding/base58.js';
import { decodeWif } from '../address/encoding/wif.js';
import type { AddressFormat } from '../address/format.js';
import { fromHex, isHex, toHex } from '../codec/hex.js';
import { deriveChild, type ExtendedKey, HARDENED, parseExtendedKey, serializeExtendedKey } from '../crypto/bip32.js';
import { hash160 } from '../crypto/hash.js';
import { isPublicKey, publicKeyOf } from '../crypto/key.js';
import { isPublicKeySize } from '../script/pattern.js';
import { DescriptorError } from './error.js';

const FINGERPRINT_SIZE = 4;

/** A key of a descriptor. */
export type KeyExpression = {
  /** As Core writes it, without private keys. */
  text: string;
  isRange: boolean;
  hasPrivateKey: boolean;
  /** Bytes of the public key. */
  size: number;
  /** The number of keys that a multipath step (`<0;1>`) represents. */
  branches: number;
  /**
   * The key itself.
   * @param index in place of `*`
   * @throws DescriptorError if a hardened step needs a missing private key
   */
  derive(index: number): DerivedKey;
};

/** A key at an index. */
export type DerivedKey = {
  publicKey: Uint8Array;
  privateKey: Uint8Array | undefined;
  /** The fingerprint of the root key, and the path. Hardened steps are 2^31 or above. */
  origin: { fingerprint: Uint8Array; path: number[] };
};

/** The context of a key, which determines the allowed forms. */
export type KeyRules = {
  /** Uncompressed keys, which segwit does not allow. */
  uncompressed: boolean;
  /** 32-byte keys, as in taproot. */
  xOnly: boolean;
};

/** The options of the parser: the network, and the index among the keys of a multipath step. */
export type KeySettings = { format: AddressFormat; branch: number };

/** Parses a key: hex, a private key in wallet import format, or a BIP32 key with a path, each with an optional origin in brackets. */
export function parseKeyExpression(text: string, rules: KeyRules, settings: KeySettings): KeyExpression {
  const parts = text.split(']');
  const [origin = '', key] = parts;
  if (parts.length > 2) throw new DescriptorError("Multiple ']' characters found for a single pubkey");
  // The whole text uses one mark for hardened steps: the last one in the input.
  const style = { mark: 'h' };
  if (key === undefined) return parseKey(origin, rules, settings, style);
  if (!origin.startsWith('[')) {
    throw new DescriptorError(`Key origin start '[ character expected but not found, got '${origin[0] ?? ']'}' instead`);
  }
  const [fingerprint = '', ...steps] = origin.slice(1).split('/');
  if (fingerprint.length !== 8) {
    throw new DescriptorError(`Fingerprint is not 4 bytes (${fingerprint.length} characters instead of 8 characters)`);
  }
  if (!isHex(fingerprint)) throw new DescriptorError(`Fingerprint '${fingerprint}' is not hex`);
  const path = steps.map((step) => {
    if (!isMultipath(step)) return parseStep(step, style);
    throw new DescriptorError(`Key path value '${step}' specifies multipath in a section where multipath is not allowed`);
  });
  const inner = parseKey(key, rules, settings, style);
  return {
    ...inner,
    text: `[${fingerprint.toLowerCase()}${formatPath(path, style.mark)}]${inner.text}`,
    derive: (index) => {
      const derived = inner.derive(index);
      return { ...derived, origin: { fingerprint: fromHex(fingerprint), path: [...path, ...derived.origin.path] } };
    },
  };
}

type Style = { mark: string };

function parseKey(text: string, rules: KeyRules, settings: KeySettings, style: Style): KeyExpression {
  const [key = '', ...steps] = text.split('/');
  if (key === '') throw new DescriptorError('No key provided');
  if (/^[ \f\n\r\t\v]|[ \f\n\r\t\v]$/.test(key)) throw new DescriptorError(`Key '${key}' is invalid due to whitespace`);
  if (steps.length === 0) {
    if (isHex(key)) return hexKey(key, rules);
    const secret = decodeWif(key, settings.format);
    if (secret !== undefined) return constantKey(publicKeyOf(secret.privateKey, secret.compressed), rules, rules.xOnly, secret.privateKey);
  }
  return extendedKey(key, steps, settings, style);
}

function hexKey(text: string, rules: KeyRules): KeyExpression {
  const key = fromHex(text);
  if (isPublicKeySize(key) && (key[0] ?? 0) >= 6) throw new DescriptorError('Hybrid public keys are not allowed');
  if (isPublicKeySize(key) && isPublicKey(key)) return constantKey(key, rules, false);
  const even = Uint8Array.of(2, ...key);
  if (rules.xOnly && key.length === 32 && isPublicKey(even)) return constantKey(even, rules, true);
  throw new DescriptorError(`Pubkey '${text}' is invalid`);
}

function constantKey(key: Uint8Array, rules: KeyRules, xOnlyText: boolean, privateKey?: Uint8Array): KeyExpression {
  if (key.length !== 33 && !rules.uncompressed) throw new DescriptorError('Uncompressed keys are not allowed');
  const text = toHex(xOnlyText ? key.subarray(1) : key);
  return {
    text,
    isRange: false,
    hasPrivateKey: privateKey !== undefined,
    size: key.length,
    branches: 1,
    derive: () => ({ publicKey: key, privateKey, origin: { fingerprint: fingerprintOf(key), path: [] } }),
  };
}

function extendedKey(text: string, steps: string[], { format, branch }: KeySettings, style: Style): KeyExpression {
  const root = decodeExtendedKey(text, format);
  if (root === undefined) throw new DescriptorError(`key '${text}' is not valid`);
  const last = steps.at(-1);
  const isRange = last === '*' || last === "*'" || last === '*h';
  const hardenedRange = isRange && last !== '*';
  if (hardenedRange) style.mark = last.slice(1);
  const { paths, branches } = parsePath(isRange ? steps.slice(0, -1) : steps, style);
  const path = paths[branches === 1 ? 0 : branch] ?? [];
  const range = isRange ? `/*${hardenedRange ? style.mark : ''}` : '';
  const publicRoot = encodeBase58Check(Buffer.concat([fromHex(format.extendedPublicKey), serializeExtendedKey(root)]));
  const fingerprint = fingerprintOf(root.publicKey);
  // The path before the index is the same for all indexes.
  let base: { key: ExtendedKey | undefined } | undefined;
  const parent = () => {
    base ??= { key: path.reduce<ExtendedKey | undefined>((key, step) => key && deriveChild(key, step), root) };
    return base.key;
  };
  return {
    text: `${publicRoot}${formatPath(path, style.mark)}${range}`,
    isRange,
    hasPrivateKey: root.privateKey !== undefined,
    size: 33,
    branches,
    derive: (index) => {
      const step = hardenedRange ? index + HARDENED : index;
      const above = parent();
      const key = isRange ? above && deriveChild(above, step) : above;
      if (key === undefined) throw new DescriptorError('Cannot derive script without private keys');
      return { ...key, origin: { fingerprint, path: isRange ? [...path, step] : path } };
    },
  };
}

/** Returns the fingerprint of a key: the first bytes of its hash. */
function fingerprintOf(publicKey: Uint8Array): Uint8Array {
  return hash160(publicKey).slice(0, FINGERPRINT_SIZE);
}

function decodeExtendedKey(text: string, format: AddressFormat): ExtendedKey | undefined {
  const data = decodeBase58Check(text, 78);
  if (data === undefined) return undefined;
  const version = toHex(data.subarray(0, 4));
  if (version === format.extendedPrivateKey) return parseExtendedKey(data.slice(4), true);
  return version === format.extendedPublicKey ? parseExtendedKey(data.slice(4), false) : undefined;
}

const MOST_STEPS = 255;
const MOST_CHOICES = 256;

/** Expands a path with at most one multipath step. */
function parsePath(steps: string[], style: Style): { paths: number[][]; branches: number } {
  // Core reads longer ones, and then cannot derive a key: its depth is a byte.
  if (steps.length > MOST_STEPS) throw new DescriptorError(`Key path has ${steps.length} steps, more than ${MOST_STEPS}`);
  const choices = steps.map((step) => (isMultipath(step) ? parseChoices(step, style) : [parseStep(step, style)]));
  const [branches = [], ...more] = choices.filter(({ length }) => length > 1);
  if (more.length > 0) throw new DescriptorError('Multiple multipath key path specifiers found');
  const count = Math.max(1, branches.length);
  const paths = Array.from({ length: count }, (_, branch) => choices.map((values) => values[values.length === 1 ? 0 : branch] ?? 0));
  return { paths, branches: count };
}

function parseChoices(step: string, style: Style): number[] {
  const texts = step.slice(1, -1).split(';');
  // Each one makes a descriptor of its own. Core has no limit, and no use for so many.
  if (texts.length > MOST_CHOICES) throw new DescriptorError(`Key path specifier has ${texts.length} items, more than ${MOST_CHOICES}`);
  if (texts.length < 2) throw new DescriptorError('Multipath key path specifiers must have at least two items');
  const choices: number[] = [];
  for (const text of texts) {
    const choice = parseStep(text, style);
    if (choices.includes(choice)) throw new DescriptorError(`Duplicated key path value ${choice} in multipath specifier`);
    choices.push(choice);
  }
  return choices;
}

function isMultipath(step: string): boolean {
  return step.startsWith('<') && step.endsWith('>');
}

/** Parses one step of a path. Hardened steps are 2^31 or above. */
function parseStep(text: string, style: Style): number {
  const mark = /['h]$/.exec(text)?.[0];
  if (mark !== undefined) style.mark = mark;
  const digits = mark === undefined ? text : text.slice(0, -1);
  const value = Number(digits);
  if (!/^\d+$/.test(digits) || value > 0xffffffff) throw new DescriptorError(`Key path value '${digits}' is not a valid uint32`);
  if (value >= HARDENED) throw new DescriptorError(`Key path value ${value} is out of range`);
  return mark === undefined ? value : value + HARDENED;
}

function formatPath(path: number[], mark: string): string {
  return path.map((step) => (step >= HARDENED ? `/${step - HARDENED}${mark}` : `/${step}`)).join('');
}
