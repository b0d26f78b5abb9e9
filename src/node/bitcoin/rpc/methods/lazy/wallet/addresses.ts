import { decodeAddress, encodeAddress } from '../../../../../../chains/bitcoin/address/address.js';
import { toHex } from '../../../../../../chains/bitcoin/codec/hex.js';
import { addChecksum } from '../../../../../../chains/bitcoin/descriptor/checksum.js';
import type { DerivedKey } from '../../../../../../chains/bitcoin/descriptor/key-expression.js';
import { depthOf, inOrder, statusOf, type WalletView } from '../../../../wallet/history.js';
import { activeDescriptor, takeScript } from '../../../../wallet/keys.js';
import type { AddressType } from '../../../../wallet/state.js';
import type { Arguments } from '../../../arguments/arguments.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { JsonObject } from '../../../json/json.js';
import type { Method } from '../../../method.js';
import { destinationJson } from '../../../view/destination.js';
import { ownDescriptor, scriptDescriptor } from './own-script.js';
import { walletOf } from './wallet-of.js';

const TYPES: readonly string[] = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'] satisfies AddressType[];
const ADDRESS_TYPE: Parameter = { name: 'address_type', type: 'string', description: TYPES.join(', '), default: '"bech32"' };
const ADDRESS: Parameter = { name: 'address', type: 'string', description: 'The address.' };
const MINCONF: Parameter = { name: 'minconf', type: 'numeric', description: 'The minimum of confirmations.', default: '1' };
const IMMATURE: Parameter = {
  name: 'include_immature_coinbase',
  type: 'boolean',
  description: 'Include young coinbases.',
  default: 'false',
};

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
      const label = args.has('label') ? labelOf(args.string('label')) : '';
      const address = newAddress(view, typeOf(args), false);
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
    handler: (args, context) => newAddress(walletOf(context), typeOf(args), true),
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
      const label = labelOf(args.string('label'));
      const found = [...walletOf(context).state.labels.entries()].filter(([, entry]) => entry.label === label);
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
      const purpose = args.has('purpose') ? args.string('purpose') : '';
      const entries = [...walletOf(context).state.labels.values()].filter((entry) => purpose === '' || entry.purpose === purpose);
      return [...new Set(entries.map(({ label }) => label))].sort();
    },
  },
  {
    name: 'getreceivedbyaddress',
    category: 'Wallet',
    description: 'The sum of payments to an address.',
    parameters: [ADDRESS, MINCONF, IMMATURE],
    result: 'n (numeric) BTC',
    handler: (args, context) => {
      const view = walletOf(context);
      const script = toHex(scriptOf(args, 'Invalid Bitcoin address'));
      if (!view.state.scripts.has(script)) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Address not found in wallet');
      return received(view, new Set([script]), args);
    },
  },
  {
    name: 'getreceivedbylabel',
    category: 'Wallet',
    description: 'The sum of payments to the addresses with a label.',
    parameters: [{ name: 'label', type: 'string', description: 'The label.' }, MINCONF, IMMATURE],
    result: 'n (numeric) BTC',
    handler: (args, context) => {
      const view = walletOf(context);
      const label = labelOf(args.string('label'));
      const scripts = [...view.state.labels.entries()].flatMap(([address, entry]) => {
        const decoded = decodeAddress(address);
        return entry.label === label && 'scriptPubKey' in decoded ? [toHex(decoded.scriptPubKey)] : [];
      });
      const own = scripts.filter((script) => view.state.scripts.has(script));
      if (own.length === 0) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Label not found in wallet');
      return received(view, new Set(own), args);
    },
  },
];

function typeOf(args: Arguments): AddressType {
  const type = args.has('address_type') ? args.string('address_type') : 'bech32';
  if (TYPES.includes(type)) return type as AddressType;
  throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, `Unknown address type '${type}'`);
}

function labelOf(label: string): string {
  if (label === '*') throw new RpcError(RPC_CODE.INVALID_LABEL_NAME, 'Invalid label name');
  return label;
}

function scriptOf(args: Arguments, message: string): Uint8Array {
  const decoded = decodeAddress(args.string('address'));
  if ('scriptPubKey' in decoded) return decoded.scriptPubKey;
  throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, message === 'Invalid address' ? decoded.error : message);
}

function newAddress({ state }: WalletView, type: AddressType, internal: boolean): string {
  const none = (what: string) => new RpcError(RPC_CODE.WALLET_ERROR, `Error: ${what}`);
  const any = [...state.descriptors.values()].some((each) => each.active && (each.internal === true) === internal);
  if (!any) throw none('This wallet has no available keys');
  const descriptor = activeDescriptor(state, type, internal);
  if (descriptor === undefined) {
    throw new RpcError(RPC_CODE.KEYPOOL_RAN_OUT, `Error: No ${type} addresses available.`);
  }
  const address = encodeAddress(takeScript(state, descriptor));
  if (address === undefined) throw none('This wallet has no available keys');
  return address;
}

function addressInfo({ state }: WalletView, script: Uint8Array, address: string): JsonObject {
  const found = ownDescriptor(state, script);
  const keys: DerivedKey[] = [];
  found?.given.descriptor.scripts(found.own.index, { key: (key) => keys.push(key), script: () => {}, taproot: () => {} });
  const [key, ...others] = keys;
  const single = others.length === 0 && found?.given.descriptor.isSolvable === true ? key : undefined;
  const label = state.labels.get(address)?.label;
  const path = single?.origin.path.map((step) => (step >= 2 ** 31 ? `/${step - 2 ** 31}h` : `/${step}`)).join('');
  return {
    address,
    scriptPubKey: toHex(script),
    ismine: found !== undefined,
    solvable: found?.given.descriptor.isSolvable === true,
    desc: found?.given.descriptor.isSolvable === true ? scriptDescriptor(state, script) : undefined,
    parent_desc: found && addChecksum(found.given.descriptor.text),
    iswatchonly: false,
    ...destinationJson(script),
    pubkey: single && toHex(found?.given.type === 'bech32m' ? single.publicKey.subarray(1) : single.publicKey),
    ischange: found !== undefined && label === undefined && found.given.internal === true,
    hdkeypath: path === undefined ? undefined : `m${path}`,
    hdseedid: single && '0'.repeat(40),
    hdmasterfingerprint: single && toHex(single.origin.fingerprint),
    labels: label === undefined ? [] : [label],
  };
}

function received(view: WalletView, scripts: Set<string>, args: Arguments): bigint {
  const least = args.has('minconf') ? args.int('minconf') : 1;
  const immature = args.has('include_immature_coinbase') && args.boolean('include_immature_coinbase');
  let total = 0n;
  for (const tx of inOrder(view.state)) {
    const status = statusOf(view, tx);
    const depth = depthOf(view, status);
    if (depth < least || status.type === 'conflicted' || status.type === 'inactive') continue;
    const coinbase = tx.record.tx.inputs[0]?.previous.index === 0xffffffff;
    if (coinbase && (depth < 1 || (depth <= 100 && !immature))) continue;
    for (const { scriptPubKey, value } of tx.record.tx.outputs) if (scripts.has(toHex(scriptPubKey))) total += value;
  }
  return total;
}
