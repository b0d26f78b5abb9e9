import { addressScript, decodeAddress } from '../../../../../protocol/address/address.js';
import { toHex } from '../../../../../protocol/codec/hex.js';
import { isCoinbase } from '../../../../../protocol/codec/transaction.js';
import { depthOf, inOrder, isImmature, statusOf, type WalletView } from '../../../../wallet/history.js';
import type { Arguments } from '../../../arguments/arguments.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { Method } from '../../../method.js';
import { ADDRESS, labelOf, scriptOf } from './addresses.js';
import { walletOf } from './wallet-of.js';

const LABEL: Parameter = { name: 'label', type: 'string', description: 'The label.' };
const MINCONF: Parameter = { name: 'minconf', type: 'numeric', description: 'The minimum of confirmations.', default: '1' };
const IMMATURE: Parameter = {
  name: 'include_immature_coinbase',
  type: 'boolean',
  description: 'Include young coinbases.',
  default: 'false',
};
const EMPTY: Parameter = { name: 'include_empty', type: 'boolean', description: 'Include those without payments.', default: 'false' };
const WATCHONLY: Parameter = { name: 'include_watchonly', type: 'boolean', description: 'Without effect.', default: '' };
const FILTER: Parameter = { name: 'address_filter', type: 'string', description: 'Only this address.', default: '' };

/** The sums of payments to addresses and labels. */
export const RECEIVED_METHODS: Method[] = [
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
      return sumOf(received(view, args, new Set([script])));
    },
  },
  {
    name: 'getreceivedbylabel',
    category: 'Wallet',
    description: 'The sum of payments to the addresses with a label.',
    parameters: [LABEL, MINCONF, IMMATURE],
    result: 'n (numeric) BTC',
    handler: (args, context) => {
      const view = walletOf(context);
      const label = labelOf(args.string('label'));
      const scripts = [...view.state.labels.entries()].flatMap(([address, entry]) => {
        const decoded = decodeAddress(address);
        return entry.label === label && 'scriptPubKey' in decoded ? [toHex(decoded.scriptPubKey)] : [];
      });
      if (scripts.length === 0) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Label not found in wallet');
      const own = scripts.filter((script) => view.state.scripts.has(script));
      if (own.length === 0) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Address not found in wallet');
      return sumOf(received(view, args, new Set(own)));
    },
  },
  {
    name: 'listreceivedbyaddress',
    category: 'Wallet',
    description: 'The payments to each address.',
    parameters: [MINCONF, EMPTY, WATCHONLY, FILTER, IMMATURE],
    result: '[...] (array) addresses with amounts',
    handler: (args, context) => {
      const list = receivers(walletOf(context), args, () => filterOf(args));
      return list.map(({ address, amount, confirmations, label, txids }) => ({
        address,
        amount,
        confirmations: finite(confirmations),
        label,
        txids,
      }));
    },
  },
  {
    name: 'listreceivedbylabel',
    category: 'Wallet',
    description: 'The payments to each label.',
    parameters: [MINCONF, EMPTY, WATCHONLY, IMMATURE],
    result: '[...] (array) labels with amounts',
    handler: (args, context) => {
      const byLabel = new Map<string, { amount: bigint; confirmations: number; label: string }>();
      for (const { amount, confirmations, label } of receivers(walletOf(context), args)) {
        const before = byLabel.get(label) ?? { amount: 0n, confirmations: Number.POSITIVE_INFINITY, label };
        const fewest = Math.min(before.confirmations, confirmations);
        byLabel.set(label, { amount: before.amount + amount, confirmations: fewest, label });
      }
      const sorted = [...byLabel.values()].sort((a, b) => (a.label < b.label ? -1 : 1));
      return sorted.map((each) => ({ ...each, confirmations: finite(each.confirmations) }));
    },
  },
];

/** What a script received: the sum in sats, the fewest confirmations, and the transactions once for each output. */
type Received = { amount: bigint; confirmations: number; txids: string[] };

const NOTHING: Received = { amount: 0n, confirmations: Number.POSITIVE_INFINITY, txids: [] };

/** Returns the fewest confirmations as Core shows them: 0 without payments. */
function finite(confirmations: number): number {
  return Number.isFinite(confirmations) ? confirmations : 0;
}

/** Returns what scripts of the wallet received, by hex. @param wanted the scripts @default all */
function received(view: WalletView, args: Arguments, wanted?: Set<string>): Map<string, Received> {
  const least = args.has('minconf') ? args.int('minconf') : 1;
  const immature = args.has('include_immature_coinbase') && args.boolean('include_immature_coinbase');
  const found = new Map<string, Received>();
  for (const tx of inOrder(view.state)) {
    const status = statusOf(view, tx);
    const depth = depthOf(view, status);
    if (depth < least || (isCoinbase(tx.record.tx) && depth < 1) || (isImmature(view, tx, depth) && !immature)) continue;
    for (const { scriptPubKey, value } of tx.record.tx.outputs) {
      const script = toHex(scriptPubKey);
      if (wanted === undefined ? !view.state.scripts.has(script) : !wanted.has(script)) continue;
      const sum = found.get(script) ?? { ...NOTHING, txids: [] };
      sum.amount += value;
      sum.confirmations = Math.min(sum.confirmations, depth);
      sum.txids.push(tx.record.txid);
      found.set(script, sum);
    }
  }
  return found;
}

function sumOf(found: Map<string, Received>): bigint {
  return [...found.values()].reduce((sum, { amount }) => sum + amount, 0n);
}

/**
 * Returns the addresses with a label, and what the wallet received there: nothing at those of others, which Core lists, too.
 * @param filter reads the script to which the list is limited. Core reads the confirmations before it
 */
function receivers(
  view: WalletView,
  args: Arguments,
  filter?: () => string | undefined,
): (Received & { address: string; label: string })[] {
  const empty = args.has('include_empty') && args.boolean('include_empty');
  const found = received(view, args);
  const only = filter?.();
  return [...view.state.labels.entries()].flatMap(([address, { label }]) => {
    const script = toHex(addressScript(address));
    if (only !== undefined && script !== only) return [];
    const paid = found.get(script);
    return paid === undefined && !empty ? [] : [{ address, label, ...(paid ?? NOTHING) }];
  });
}

function filterOf(args: Arguments): string | undefined {
  const text = args.has('address_filter') ? args.string('address_filter') : '';
  if (text === '') return undefined;
  const decoded = decodeAddress(text);
  if ('scriptPubKey' in decoded) return toHex(decoded.scriptPubKey);
  throw new RpcError(RPC_CODE.WALLET_ERROR, 'address_filter parameter was invalid');
}
