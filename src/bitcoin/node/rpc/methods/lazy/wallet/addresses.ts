import { decodeAddress, encodeAddress } from '../../../../../protocol/address/address.js';
import { toHex } from '../../../../../protocol/codec/hex.js';
import { inferKnownDescriptor } from '../../../../../protocol/descriptor/infer-known-descriptor.js';
import type { DerivedKey } from '../../../../../protocol/descriptor/key-expression.js';
import { matchScript } from '../../../../../protocol/script/pattern.js';
import type { SigningKeys } from '../../../../../protocol/script/signing/signing-keys.js';
import type { WalletView } from '../../../../wallet/history.js';
import { activeDescriptor, keysFor, takeScript } from '../../../../wallet/keys.js';
import { ADDRESS_TYPES, type AddressType, addressTypeOf } from '../../../arguments/address-type.js';
import type { Arguments } from '../../../arguments/arguments.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { JsonObject } from '../../../json/json.js';
import type { Method } from '../../../method.js';
import { destinationJson } from '../../../view/destination.js';
import { describeScript } from './describe-script.js';
import { ownDescriptor, textOf } from './own-script.js';
import { walletOf } from './wallet-of.js';

const ADDRESS_TYPE: Parameter = {
  name: 'address_type',
  type: 'string',
  description: ADDRESS_TYPES.join(', '),
  default: 'that of the option addresstype',
};
export const ADDRESS: Parameter = { name: 'address', type: 'string', description: 'The address.' };

/** Addresses and their labels. */
export const ADDRESS_METHODS: Method[] = [
  {
    name: 'getnewaddress',
    category: 'Wallet',
    description: 'A new address for payments to the wallet.',
    parameters: [{ name: 'label', type: 'string', description: 'Its label.', default: '""' }, ADDRESS_TYPE],
    result: '"str" (string) the address',
    handler: (args, context) => {
      const view = walletOf(context);
      requireAddresses(view, false);
      const label = args.has('label') ? labelOf(args.string('label')) : '';
      const address = newAddress(view, typeOf(args, context.core.walletDefaults.addressType), false);
      view.state.labels.set(address, { label, purpose: 'receive' });
      return address;
    },
  },
  {
    name: 'getrawchangeaddress',
    category: 'Wallet',
    description: 'A new address for change.',
    parameters: [ADDRESS_TYPE],
    result: '"str" (string) the address',
    handler: (args, context) => {
      const { changeType, addressType } = context.core.walletDefaults;
      const view = walletOf(context);
      requireAddresses(view, true);
      return newAddress(view, typeOf(args, changeType ?? addressType), true);
    },
  },
  {
    name: 'getaddressinfo',
    category: 'Wallet',
    description: 'What the wallet knows of an address.',
    parameters: [ADDRESS],
    result: '{...} (object)',
    handler: (args, context) => addressInfo(walletOf(context), scriptOf(args, 'Invalid address'), args.string('address')),
  },
  {
    name: 'setlabel',
    category: 'Wallet',
    description: 'Sets the label of an address.',
    parameters: [ADDRESS, { name: 'label', type: 'string', description: 'The label.' }],
    result: 'null',
    handler: (args, context) => {
      const { state } = walletOf(context);
      const script = scriptOf(args, 'Invalid Bitcoin address');
      const purpose = state.scripts.has(toHex(script)) ? 'receive' : 'send';
      state.labels.set(encodeAddress(script) ?? args.string('address'), { label: labelOf(args.string('label')), purpose });
      return null;
    },
  },
  {
    name: 'getaddressesbylabel',
    category: 'Wallet',
    description: 'The addresses with a label.',
    parameters: [{ name: 'label', type: 'string', description: 'The label.' }],
    result: '{...} (object) by address: the purpose',
    handler: (args, context) => {
      const { state } = walletOf(context);
      const label = labelOf(args.string('label'));
      const found = [...state.labels.entries()].filter(([, entry]) => entry.label === label);
      if (found.length === 0) throw new RpcError(RPC_CODE.INVALID_LABEL_NAME, `No addresses with label ${label}`);
      return Object.fromEntries(found.map(([address, { purpose }]) => [address, { purpose }]));
    },
  },
  {
    name: 'listlabels',
    category: 'Wallet',
    description: 'The labels.',
    parameters: [{ name: 'purpose', type: 'string', description: '"send" or "receive" for only these.', default: '' }],
    result: '[...] (array) labels',
    handler: (args, context) => {
      const { labels } = walletOf(context).state;
      const purpose = args.has('purpose') ? args.string('purpose') : '';
      if (!['', 'send', 'receive', 'refund'].includes(purpose)) {
        const message = "Invalid 'purpose' argument, must be a known purpose string, typically 'send', or 'receive'.";
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, message);
      }
      const entries = [...labels.values()].filter((entry) => purpose === '' || entry.purpose === purpose);
      return [...new Set(entries.map(({ label }) => label))].sort();
    },
  },
];

function typeOf(args: Arguments, otherwise: AddressType): AddressType {
  return args.has('address_type') ? addressTypeOf(args.string('address_type')) : otherwise;
}

export function labelOf(label: string): string {
  if (label === '*') throw new RpcError(RPC_CODE.INVALID_LABEL_NAME, 'Invalid label name');
  return label;
}

export function scriptOf(args: Arguments, message: string): Uint8Array {
  const decoded = decodeAddress(args.string('address'));
  if ('scriptPubKey' in decoded) return decoded.scriptPubKey;
  throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, message === 'Invalid address' ? decoded.error : message);
}

/** As in Core, before anything is read of the arguments. */
function requireAddresses({ state }: WalletView, internal: boolean): void {
  if (![...state.descriptors.values()].some((each) => each.active && (each.internal === true) === internal)) throw noKeys();
}

function noKeys(): RpcError {
  return new RpcError(RPC_CODE.WALLET_ERROR, 'Error: This wallet has no available keys');
}

function newAddress({ state }: WalletView, type: AddressType, internal: boolean): string {
  const descriptor = activeDescriptor(state, type, internal);
  if (descriptor === undefined) {
    throw new RpcError(RPC_CODE.KEYPOOL_RAN_OUT, `Error: No ${type} addresses available.`);
  }
  const address = encodeAddress(takeScript(state, descriptor));
  if (address === undefined) throw noKeys();
  return address;
}

/** Whether the destination stands for one key (Core's `GetKeyForDestination`): with others, no key has metadata. */
function isOfOneKey(script: Uint8Array, keys: SigningKeys): boolean {
  const pattern = matchScript(script);
  switch (pattern.type) {
    case 'pubkeyhash':
    case 'witness_v0_keyhash':
      return true;
    case 'scripthash': {
      const inner = keys.script(pattern.hash);
      return inner !== undefined && matchScript(inner).type === 'witness_v0_keyhash';
    }
    case 'witness_v1_taproot':
      return keys.taproot(pattern.program)?.tree.length === 0;
    default:
      return false;
  }
}

function addressInfo({ state }: WalletView, script: Uint8Array, address: string): JsonObject {
  const found = ownDescriptor(state, script);
  const keys: DerivedKey[] = [];
  found?.given.descriptor.scripts(found.own.index, { key: (key) => keys.push(key), script: () => {}, taproot: () => {} });
  const known = keysFor(state, [script], false);
  const [key] = keys;
  const single = isOfOneKey(script, known) ? key : undefined;
  const label = state.labels.get(address)?.label;
  const path = single?.origin.path.map((step) => (step >= 2 ** 31 ? `/${step - 2 ** 31}h` : `/${step}`)).join('');
  return {
    address,
    scriptPubKey: toHex(script),
    ismine: found !== undefined,
    solvable: found?.given.descriptor.isSolvable === true,
    desc: found?.given.descriptor.isSolvable === true ? inferKnownDescriptor(script, known) : undefined,
    parent_desc: found && textOf(found.given.descriptor),
    iswatchonly: false,
    ...destinationJson(script),
    ...describeScript(script, known),
    ischange: found !== undefined && label === undefined,
    timestamp: single && found?.given.timestamp,
    hdkeypath: path === undefined ? undefined : `m${path}`,
    hdseedid: single && '0'.repeat(40),
    hdmasterfingerprint: single && toHex(single.origin.fingerprint),
    labels: label === undefined ? [] : [label],
  };
}
