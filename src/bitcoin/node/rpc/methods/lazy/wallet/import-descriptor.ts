// The checks, their order and their words follow src/wallet/rpc/backup.cpp of Bitcoin Core. Copyright (c) 2009-present The Bitcoin Core
// developers; MIT licence.

import { encodeAddress } from '../../../../../protocol/address/address.js';
import type { Descriptor } from '../../../../../protocol/descriptor/descriptor.js';
import { DescriptorError } from '../../../../../protocol/descriptor/error.js';
import type { DerivedKey } from '../../../../../protocol/descriptor/key-expression.js';
import type { WalletView } from '../../../../wallet/history.js';
import { addDescriptors, deriveInTurns, topUp } from '../../../../wallet/keys.js';
import { addressType } from '../../../../wallet/new-keys.js';
import type { WalletState } from '../../../../wallet/state.js';
import { textOf } from '../../../arguments/arguments.js';
import { readMembers } from '../../../arguments/options.js';
import { parseRange } from '../../../arguments/parse-range.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { JsonObject } from '../../../json/json.js';
import { toInteger } from '../../../json/numeral.js';
import { readDescriptors } from '../../../keys/descriptor.js';
import { labelOf } from './addresses.js';

type Request = Record<string, unknown>;

/** Imports a descriptor. Errors are part of the result. @param timestamp seconds since 1970 */
export async function importDescriptor({ state }: WalletView, request: Request, timestamp: number): Promise<JsonObject> {
  const warnings: string[] = [];
  const shown = () => (warnings.length === 0 ? undefined : warnings);
  try {
    await importChecked(state, request, { timestamp, warnings });
    return { success: true, warnings: shown() };
  } catch (error) {
    // As in Core, a wrong JSON type ends the whole call.
    if (!(error instanceof RpcError) || error.code === RPC_CODE.TYPE_ERROR) throw error;
    return { success: false, error: { code: error.code, message: error.message }, warnings: shown() };
  }
}

async function importChecked(
  state: WalletState,
  request: Request,
  { timestamp, warnings }: { timestamp: number; warnings: string[] },
): Promise<void> {
  const has = (name: string) => request[name] !== undefined;
  if (!has('desc')) throw invalid('Descriptor not found.');
  const { desc, active: wanted, label: named } = readMembers(request, { desc: 'string!', active: 'bool!', label: 'string' });
  const label = typeof named === 'string' ? labelOf(named) : '';
  const descriptors = await readDescriptors(textOf(desc), { requireChecksum: true });
  const [first, ...others] = descriptors;
  const active = wanted === true;
  const { internal } = readMembers(request, { internal: 'bool!' });
  if (typeof internal === 'boolean' && others.length > 0) {
    throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, "Cannot have multipath descriptor while also specifying 'internal'");
  }
  const range = rangeOf(state, first, request, warnings);
  if (active && !first.isRange) throw invalid('Active descriptors must be ranged');
  if (others.length > 0 && has('label')) throw invalid('Multipath descriptors should not have a label');
  if (first.isRange && has('label')) throw invalid('Ranged descriptors should not have a label');
  if (internal === true && has('label')) throw invalid('Internal addresses should not have a label');
  if (active && first.text.startsWith('combo(')) throw failure('Combo descriptors cannot be set to active');
  if (!state.privateKeys && first.hasPrivateKeys) {
    throw failure('Cannot import private keys to a wallet with private keys disabled');
  }
  for (const descriptor of descriptors) checkKeys(state, descriptor, warnings);
  const isActive = active && addressType(first.text) !== undefined;
  if (active && !isActive) warnings.push('Unknown output type, cannot set descriptor to active.');
  const side = typeof internal === 'boolean' ? internal : others.length > 0 ? undefined : false;
  const added = addDescriptors(state, { text: textOf(desc), active: isActive, internal: side, ...range, timestamp }, 'none');
  // Someone else has the keys: payments to any of them may exist.
  for (const { descriptor } of added) {
    const known = state.descriptors.get(descriptor.text);
    if (known !== undefined) topUp(state, known);
    await deriveInTurns(state, descriptor.text, range.end);
  }
  if (first.isRange || internal === true) return;
  for (const script of added.flatMap(({ descriptor }) => descriptor.scripts(0))) {
    const address = encodeAddress(script);
    if (address !== undefined) state.labels.set(address, { label, purpose: 'receive' });
  }
}

function rangeOf(state: WalletState, descriptor: Descriptor, request: Request, warnings: string[]) {
  const given = request['range'];
  if (!descriptor.isRange) {
    if (given !== undefined) throw invalid('Range should not be specified for an un-ranged descriptor');
    return { begin: 0, end: 0, next: 0 };
  }
  if (given === undefined) warnings.push('Range not given, using default keypool range');
  const { begin, end } = given === undefined ? { begin: 0, end: state.keypool - 1 } : parseRange(given);
  const next = request['next_index'] === undefined ? begin : toInteger(request['next_index']);
  if (next < begin || next > end) throw invalid('next_index is out of range');
  return { begin, end, next };
}

/** Checks that scripts can be derived, and that the private keys are those that the wallet expects. */
function checkKeys(state: WalletState, descriptor: Descriptor, warnings: string[]): void {
  const keys: DerivedKey[] = [];
  try {
    descriptor.scripts(0, { key: (key) => keys.push(key), script: () => {}, taproot: () => {} });
  } catch (error) {
    if (!(error instanceof DescriptorError)) throw error;
    throw failure('Cannot expand descriptor. Probably because of hardened derivations without private keys provided');
  }
  if (!state.privateKeys) return;
  if (!descriptor.hasPrivateKeys) {
    throw failure('Cannot import descriptor without private keys to a wallet with private keys enabled');
  }
  if (keys.some(({ privateKey }) => privateKey === undefined)) {
    warnings.push('Not all private keys provided. Some wallet functionality may return unexpected errors');
  }
}

function invalid(message: string): RpcError {
  return new RpcError(RPC_CODE.INVALID_PARAMETER, message);
}

function failure(message: string): RpcError {
  return new RpcError(RPC_CODE.WALLET_ERROR, message);
}
