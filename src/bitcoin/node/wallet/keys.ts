import { atOnce, createTurns } from '../../../base/turns.js';
import { encodeAddress } from '../../protocol/address/address.js';
import { toHex } from '../../protocol/codec/hex.js';
import type { Descriptor } from '../../protocol/descriptor/descriptor.js';
import { parseDescriptors } from '../../protocol/descriptor/parse-descriptor.js';
import type { SigningKeys } from '../../protocol/script/signing/signing-keys.js';
import type { AddressType } from '../rpc/arguments/address-type.js';
import { RPC_CODE, RpcError } from '../rpc/error.js';
import { collectKeys } from '../rpc/keys/descriptor-keys.js';
import { isLocked } from './encryption.js';
import { addressType } from './new-keys.js';
import { normalizeDescriptor } from './normalize.js';
import type { OwnScript, WalletDescriptor, WalletState } from './state.js';

export type NewDescriptor = Pick<WalletDescriptor, 'active' | 'begin' | 'end' | 'internal' | 'next' | 'timestamp'> & { text: string };

/** Adds the descriptors of a text, several with multipath steps. An active one replaces the active one of its type. */
export function addDescriptors(state: WalletState, given: NewDescriptor, known: 'none' | 'all'): WalletDescriptor[] {
  const payload = given.text.split('#')[0] ?? '';
  return parseDescriptors(normalizeDescriptor(payload)).map((descriptor, branch, all) => {
    const type = addressType(descriptor.text);
    const internal = all.length > 1 ? branch === 1 : given.internal;
    const before = state.descriptors.get(descriptor.text);
    if (before?.descriptor.isRange && (given.begin > before.begin || given.end < before.end)) {
      const message = `Could not add descriptor '${given.text}': new range must include current range = [${before.begin},${before.end}]`;
      throw new RpcError(RPC_CODE.WALLET_ERROR, message);
    }
    const added: WalletDescriptor = {
      ...given,
      privateText: branchOf(payload, branch),
      descriptor,
      type,
      internal,
      derived: given.begin - 1,
    };
    if (added.active) retire(state, type, internal === true);
    state.descriptors.set(descriptor.text, added);
    const filled = known === 'none' ? added : topUp(state, added);
    return deriveTo(state, filled, known === 'none' ? given.begin - 1 : given.end);
  });
}

/** Makes descriptors of a new seed the active ones. @param timestamp seconds since 1970 */
export function addSeed(state: WalletState, descriptors: { text: string; internal: boolean }[], timestamp: number): WalletDescriptor[] {
  state.blank = false;
  const range = { active: true, begin: 0, end: state.keypool - 1, next: 0, timestamp };
  return descriptors.flatMap((each) => addDescriptors(state, { ...range, ...each }, 'none'));
}

/** Returns one descriptor of a text with multipath steps `<0;1>`. */
function branchOf(text: string, branch: number): string {
  return text.replace(/<([^<>]*)>/g, (_, steps: string) => steps.split(';')[branch] ?? '');
}

function retire(state: WalletState, type: AddressType | undefined, internal: boolean): void {
  const current = activeDescriptor(state, type, internal);
  if (current !== undefined) state.descriptors.set(current.descriptor.text, { ...current, active: false });
}

/** Returns the descriptor that new addresses come from. */
export function activeDescriptor(state: WalletState, type: AddressType | undefined, internal: boolean): WalletDescriptor | undefined {
  for (const each of state.descriptors.values()) {
    if (each.active && each.type === type && (each.internal === true) === internal) return each;
  }
  return undefined;
}

/** The scripts that were derived last: the next change is looked at before it is used. */
const latest = new WeakMap<Descriptor, { index: number; scripts: Uint8Array[] }>();

/** Returns the scripts of a descriptor at an index. */
export function scriptsAt(descriptor: Descriptor, index: number): Uint8Array[] {
  const before = latest.get(descriptor);
  if (before?.index === index) return before.scripts;
  const scripts = descriptor.scripts(index);
  latest.set(descriptor, { index, scripts });
  return scripts;
}

/** Makes the first scripts of a descriptor known without deriving them. @param known in hex, those of each index */
export function adoptScripts(state: WalletState, given: WalletDescriptor, known: readonly string[][]): WalletDescriptor {
  const { text } = given.descriptor;
  for (const [place, scripts] of known.entries()) {
    for (const script of scripts) state.scripts.set(script, { descriptor: text, index: given.begin + place });
  }
  const changed = { ...given, derived: given.begin + known.length - 1 };
  state.descriptors.set(text, changed);
  return changed;
}

/** Makes the scripts up to an index known. */
function deriveTo(state: WalletState, given: WalletDescriptor, last: number): WalletDescriptor {
  if (last <= given.derived) return given;
  const { descriptor } = given;
  for (let index = given.derived + 1; index <= last; index++) {
    for (const script of scriptsAt(descriptor, index)) state.scripts.set(toHex(script), { descriptor: descriptor.text, index });
  }
  const changed = { ...given, derived: last, end: Math.max(given.end, last) };
  state.descriptors.set(descriptor.text, changed);
  return changed;
}

/** Makes the whole range of every descriptor known: from now on, someone else may have the keys. */
export async function deriveRanges(state: WalletState): Promise<void> {
  for (const { descriptor, end } of [...state.descriptors.values()]) await deriveInTurns(state, descriptor.text, end);
}

/** Makes the scripts of a descriptor up to an index known, and lets other calls be answered meanwhile. */
export async function deriveInTurns(state: WalletState, text: string, last: number): Promise<void> {
  const turn = createTurns();
  for (;;) {
    const given = state.descriptors.get(text);
    if (given === undefined || given.derived >= last) return;
    deriveTo(state, given, given.derived + 1);
    await turn();
  }
}

/** Extends the range of a descriptor to a number of unused keys, unless a locked wallet cannot derive them. */
export function topUp(state: WalletState, given: WalletDescriptor, size = state.keypool): WalletDescriptor {
  const isHardened = /\/\*['h]/.test(given.descriptor.text);
  if (!given.descriptor.isRange || (isHardened && isLocked(state))) return given;
  const filled = { ...given, end: Math.max(given.end, given.next + size - 1) };
  state.descriptors.set(given.descriptor.text, filled);
  return filled;
}

/** Extends the ranges of all descriptors to a number of unused keys each. */
export async function topUpAll(state: WalletState, size = state.keypool): Promise<void> {
  for (const each of [...state.descriptors.values()]) {
    const { end } = topUp(state, each, size);
    if (each.derived >= each.end) await deriveInTurns(state, each.descriptor.text, end);
  }
}

/** Returns the next unused script of a descriptor. @throws RpcError −12 if a locked wallet has no more keys */
export function takeScript(state: WalletState, given: WalletDescriptor): Uint8Array {
  const index = given.next;
  const { end } = topUp(state, given);
  if (index > end) throw new RpcError(RPC_CODE.KEYPOOL_RAN_OUT, 'Error: Keypool ran out, please call keypoolrefill first');
  const [script] = scriptsAt(given.descriptor, index);
  if (script === undefined) throw new RangeError('a descriptor without scripts');
  const shared = given.derived >= given.end;
  const changed = deriveTo(state, given, Math.max(index, shared ? end : index));
  state.descriptors.set(given.descriptor.text, { ...changed, end, next: index + 1 });
  return script;
}

/** Notes that an address was paid, so that it and those before it are not given out again. @returns whether more scripts are known */
export function markUsed(state: WalletState, { descriptor: text, index }: OwnScript): boolean {
  const given = state.descriptors.get(text);
  if (given === undefined || !given.descriptor.isRange || index < given.next) return false;
  const filled = topUp(state, { ...given, next: index + 1 });
  state.descriptors.set(text, filled);
  deriveTo(state, filled, filled.end);
  // As if they had been given out.
  if (given.active && given.internal !== true) {
    for (let used = given.next; used <= index; used++) label(state, scriptsAt(given.descriptor, used)[0]);
  }
  return true;
}

function label(state: WalletState, script: Uint8Array | undefined): void {
  const address = script && encodeAddress(script);
  if (address !== undefined && !state.labels.has(address)) state.labels.set(address, { label: '', purpose: 'receive' });
}

/** Returns the keys for spending scripts of the wallet. @param withPrivate without, the data for spending except for signatures */
export function keysFor(state: WalletState, scripts: Iterable<Uint8Array>, withPrivate = true): SigningKeys {
  return atOnce(keySteps(state, scripts, withPrivate));
}

/** The same in steps, of which each script is one. */
export function* keySteps(state: WalletState, scripts: Iterable<Uint8Array>, withPrivate = true): Generator<void, SigningKeys> {
  const { ingredients, keys } = collectKeys();
  // Many coins may have few scripts.
  for (const script of new Set(Array.from(scripts, toHex))) {
    yield;
    const own = state.scripts.get(script);
    if (own !== undefined) state.descriptors.get(own.descriptor)?.descriptor.scripts(own.index, ingredients);
  }
  return withPrivate && !isLocked(state) ? keys : { ...keys, privateKey: () => undefined };
}
