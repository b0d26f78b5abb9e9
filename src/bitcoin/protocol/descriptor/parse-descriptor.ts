// Error messages and the order of checks follow src/script/descriptor.cpp of Bitcoin Core.
// Copyright (c) 2009-present The Bitcoin Core developers; MIT licence.

import { decodeAddress, encodeAddress } from '../address/address.js';
import { type AddressFormat, REGTEST } from '../address/format.js';
import { fromHex, isHex, toHex } from '../codec/hex.js';
import { hash160, sha256 } from '../crypto/hash.js';
import { buildScript } from '../script/build.js';
import { OP } from '../script/opcodes.js';
import { payToKeyHash, payToScriptHash, payToWitness } from '../script/pay-to.js';
import { splitChecksum } from './checksum.js';
import {
  type Descriptor,
  type DescriptorContext,
  type DescriptorOptions,
  deriveKey,
  type Ingredients,
  keyArgument,
  keyFacts,
} from './descriptor.js';
import { DescriptorError } from './error.js';
import { functionArgument, takeExpression } from './expression.js';
import type { KeySettings } from './key-expression.js';
import { parseMiniscriptDescriptor } from './miniscript-descriptor.js';
import { parseMultisig } from './multisig-descriptor.js';
import { parseTaproot } from './taproot-descriptor.js';

/**
 * Parses a descriptor: addr, raw, pk, pkh, wpkh, sh, wsh, multi, sortedmulti, combo, tr (with trees of pk, multi_a and
 * sortedmulti_a), rawtr, and miniscript in wsh and tr. Returns the first of a text with multipath steps. Does not support musig.
 * @throws DescriptorError with Core's text
 */
export function parseDescriptor(text: string, options: DescriptorOptions = {}): Descriptor {
  return parseBranch(text, 0, options);
}

/** Parses all descriptors of a text with multipath steps (BIP389), or the one of a text without. @throws DescriptorError */
export function parseDescriptors(text: string, options: DescriptorOptions = {}): [Descriptor, ...Descriptor[]] {
  const first = parseBranch(text, 0, options);
  return [first, ...Array.from({ length: first.branches - 1 }, (_, index) => parseBranch(text, index + 1, options))];
}

function parseBranch(text: string, branch: number, { requireChecksum = false, format = REGTEST }: DescriptorOptions): Descriptor {
  const { payload } = splitChecksum(text, requireChecksum);
  const { expression, rest } = takeExpression(payload);
  const descriptor = parseExpression(expression, 'top', { format, branch });
  if (rest !== '') throw new DescriptorError('');
  return descriptor;
}

/** Parses an expression in its context. @throws DescriptorError */
function parseExpression(expression: string, context: DescriptorContext, settings: KeySettings): Descriptor {
  const argument = (name: string) => functionArgument(name, expression);
  const inScript = context !== 'p2tr';
  const pk = argument('pk');
  if (pk !== undefined) return withKey('pk', pk, context, settings, payToKey(context));
  const pkh = argument('pkh');
  if (pkh !== undefined && inScript) return withKey('pkh', pkh, context, settings, (key) => [payToKeyHash(hash160(key))]);
  const combo = argument('combo');
  if (combo !== undefined) {
    if (context !== 'top') throw new DescriptorError('Can only have combo() at top level');
    return withKey('combo', combo, context, settings, comboScripts);
  }
  const multisig = parseMultisig(expression, context, settings);
  if (multisig !== undefined) return multisig;
  const wpkh = argument('wpkh');
  if (wpkh !== undefined) {
    if (context !== 'top' && context !== 'p2sh') throw new DescriptorError('Can only have wpkh() at top level or inside sh()');
    return withKey('wpkh', wpkh, 'p2wsh', settings, (key) => [payToWitness(hash160(key))]);
  }
  const sh = argument('sh');
  if (sh !== undefined) {
    if (context !== 'top') throw new DescriptorError('Can only have sh() at top level');
    return wrap('sh', sh, 'p2sh', settings, payToScriptHash);
  }
  const wsh = argument('wsh');
  if (wsh !== undefined) {
    if (context !== 'top' && context !== 'p2sh') throw new DescriptorError('Can only have wsh() at top level or inside sh()');
    return wrap('wsh', wsh, 'p2wsh', settings, (script) => payToWitness(sha256(script)));
  }
  const addr = argument('addr');
  if (addr !== undefined) return addressDescriptor(addr, context, settings.format);
  const taproot = parseTaproot(expression, context, settings, parseExpression);
  if (taproot !== undefined) return taproot;
  const raw = argument('raw');
  if (raw !== undefined) return rawDescriptor(raw, context);
  const miniscript = parseMiniscriptDescriptor(expression, context, settings);
  if (miniscript !== undefined) return miniscript;
  if (context === 'p2sh') throw new DescriptorError('A function is needed within P2SH');
  if (context === 'p2wsh') throw new DescriptorError('A function is needed within P2WSH');
  throw new DescriptorError(`'${expression}' is not a valid descriptor function`);
}

/** A descriptor of one key. */
function withKey(
  name: string,
  text: string,
  context: DescriptorContext,
  settings: KeySettings,
  scripts: (key: Uint8Array, known?: Ingredients) => Uint8Array[],
): Descriptor {
  const key = keyArgument(`${name}()`, text, context, settings);
  return { ...keyFacts(`${name}(${key.text})`, [key]), scripts: (index, known) => scripts(deriveKey(key, index, known), known) };
}

function wrap(
  name: string,
  text: string,
  context: DescriptorContext,
  settings: KeySettings,
  script: (inner: Uint8Array) => Uint8Array,
): Descriptor {
  const { expression, rest } = takeExpression(text);
  const inner = parseExpression(expression, context, settings);
  if (rest !== '') throw new DescriptorError('');
  return {
    ...inner,
    text: `${name}(${inner.text})`,
    scripts: (index, known) => {
      const inners = inner.scripts(index, known);
      for (const each of inners) known?.script(each);
      return inners.map(script);
    },
  };
}

function addressDescriptor(address: string, context: DescriptorContext, format: AddressFormat): Descriptor {
  if (context !== 'top') throw new DescriptorError('Can only have addr() at top level');
  const decoded = decodeAddress(address, format);
  if ('error' in decoded) throw new DescriptorError('Address is not valid');
  return constant(`addr(${encodeAddress(decoded.scriptPubKey, format)})`, decoded.scriptPubKey);
}

function rawDescriptor(hex: string, context: DescriptorContext): Descriptor {
  if (context !== 'top') throw new DescriptorError('Can only have raw() at top level');
  if (!isHex(hex)) throw new DescriptorError('Raw script is not hex');
  const script = fromHex(hex);
  return constant(`raw(${toHex(script)})`, script);
}

function constant(text: string, script: Uint8Array): Descriptor {
  return { text, isRange: false, isSolvable: false, hasPrivateKeys: false, branches: 1, scripts: () => [script] };
}

function payToKey(context: DescriptorContext): (key: Uint8Array) => Uint8Array[] {
  return (key) => [buildScript([context === 'p2tr' ? key.subarray(1) : key, OP.CHECKSIG])];
}

function comboScripts(key: Uint8Array, known?: Ingredients): Uint8Array[] {
  const scripts = [buildScript([key, OP.CHECKSIG]), payToKeyHash(hash160(key))];
  if (key.length !== 33) return scripts;
  const witness = payToWitness(hash160(key));
  known?.script(witness);
  return [...scripts, witness, payToScriptHash(witness)];
}
