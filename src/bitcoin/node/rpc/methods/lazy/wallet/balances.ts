import { mapInTurns } from '../../../../../../base/turns.js';
import { addressScript, decodeAddress, encodeAddress } from '../../../../../protocol/address/address.js';
import { compareHashes, hashFromHex, toHex } from '../../../../../protocol/codec/hex.js';
import { outPointKey } from '../../../../../protocol/codec/transaction.js';
import { balancesOf, isSpent, unspentCoins, type WalletCoin } from '../../../../wallet/coins.js';
import type { WalletView } from '../../../../wallet/history.js';
import { isJsonObject, textOf } from '../../../arguments/arguments.js';
import { checkMembers, type OptionTypes, readOptions } from '../../../arguments/options.js';
import { parseAmount } from '../../../arguments/parse-amount.js';
import { parseHash } from '../../../arguments/parse-hash.js';
import { RPC_CODE, RpcError, wrongType } from '../../../error.js';
import type { JsonObject } from '../../../json/json.js';
import { Numeral } from '../../../json/json.js';
import { toInt32 } from '../../../json/numeral.js';
import type { Method } from '../../../method.js';
import { parentDescriptors, solvingData } from './own-script.js';
import { expectAvoidReuse, lastBlock, walletOf } from './wallet-of.js';

const UNSPENT_OPTIONS: OptionTypes = {
  minimumAmount: 'any!',
  maximumAmount: 'any!',
  maximumCount: 'number!',
  minimumSumAmount: 'any!',
  include_immature_coinbase: 'bool!',
};

/** Balances and unspent outputs. */
export const BALANCE_METHODS: Method[] = [
  {
    name: 'getbalance',
    category: 'Wallet',
    description: 'The balance that can be spent.',
    parameters: [
      { name: 'dummy', type: 'string', description: 'Only "*" or nothing.', default: '' },
      { name: 'minconf', type: 'numeric', description: 'The minimum of confirmations.', default: '0' },
      { name: 'include_watchonly', type: 'boolean', description: 'Without effect.', default: '' },
      { name: 'avoid_reuse', type: 'boolean', description: 'Without effect.', default: '' },
    ],
    result: 'n (numeric) BTC',
    handler: (args, context) => {
      const view = walletOf(context);
      if (args.has('dummy') && args.string('dummy') !== '*') {
        throw new RpcError(RPC_CODE.METHOD_DEPRECATED, 'dummy first argument must be excluded or set to "*".');
      }
      const least = args.has('minconf') ? args.int('minconf') : 0;
      expectAvoidReuse(view, args);
      return balancesOf(
        view,
        unspentCoins(view).filter(({ depth }) => depth >= least),
      ).trusted;
    },
  },
  {
    name: 'getunconfirmedbalance',
    category: 'Wallet',
    description: 'The sum of unconfirmed payments from others.',
    parameters: [],
    result: 'n (numeric) BTC',
    handler: (_, context) => balancesOf(walletOf(context)).pending,
  },
  {
    name: 'getbalances',
    category: 'Wallet',
    description: 'All balances.',
    parameters: [],
    result: '{...} (object) in BTC',
    handler: (_, context) => {
      const view = walletOf(context);
      const { trusted, pending, immature } = balancesOf(view);
      return { mine: { trusted, untrusted_pending: pending, immature }, lastprocessedblock: lastBlock(view) };
    },
  },
  {
    name: 'listunspent',
    category: 'Wallet',
    description: 'The unspent outputs that are not locked.',
    parameters: [
      { name: 'minconf', type: 'numeric', description: 'The minimum of confirmations.', default: '1' },
      { name: 'maxconf', type: 'numeric', description: 'The maximum of confirmations.', default: '9999999' },
      { name: 'addresses', usage: '["address",...]', type: 'array', description: 'Only of these addresses.', default: '[]' },
      { name: 'include_unsafe', type: 'boolean', description: 'Include unconfirmed payments from others.', default: 'true' },
      {
        name: 'query_options',
        type: 'object',
        description: `Further conditions: ${Object.keys(UNSPENT_OPTIONS).join(', ')}.`,
        default: '',
        members: Object.keys(UNSPENT_OPTIONS),
      },
    ],
    result: '[...] (array) outputs',
    handler: (args, context) => {
      const view = walletOf(context);
      const [least, most] = [args.has('minconf') ? args.int('minconf') : 1, args.has('maxconf') ? args.int('maxconf') : 9_999_999];
      const scripts = args.has('addresses') ? scriptsOf(args.array('addresses')) : new Set<string>();
      const unsafe = !args.has('include_unsafe') || args.boolean('include_unsafe');
      const { minimum, maximum, count, sum, immature } = conditions(args.raw('query_options'));
      const listed: WalletCoin[] = [];
      let total = 0n;
      let found = 0;
      for (const coin of unspentCoins(view)) {
        if (coin.depth < least || coin.depth > most || view.state.locked.has(coin.key) || (coin.immature && !immature)) continue;
        if (!unsafe && !coin.safe) continue;
        if (coin.output.value < minimum || coin.output.value > maximum) continue;
        if (found >= count || (sum > 0n && total >= sum)) break;
        found++;
        total += coin.output.value;
        // As in Core, the count and the sum are those of all addresses.
        if (scripts.size === 0 || scripts.has(toHex(coin.output.scriptPubKey))) listed.push(coin);
      }
      return mapInTurns(listed, (coin) => coinJson(view, coin));
    },
  },
  {
    name: 'lockunspent',
    category: 'Wallet',
    description: 'Locks outputs, which payments then do not choose, or unlocks them.',
    parameters: [
      { name: 'unlock', type: 'boolean', description: 'Whether to unlock (true) or lock (false).' },
      {
        name: 'transactions',
        usage: '[{"txid":"hex","vout":n},...]',
        type: 'array',
        description: 'The outputs; all for unlock.',
        default: '[]',
      },
      { name: 'persistent', type: 'boolean', description: 'Keep the locks when the wallet is unloaded.', default: 'false' },
    ],
    result: 'true|false (boolean)',
    handler: (args, context) => {
      const view = walletOf(context);
      const { locked } = view.state;
      const unlock = args.boolean('unlock');
      if (!args.has('transactions')) {
        if (unlock) for (const [key] of [...locked.entries()]) locked.delete(key);
        return true;
      }
      const persistent = args.has('persistent') && args.boolean('persistent');
      const outputs = args.array('transactions').map((item) => lockable(view, item, { unlock, persistent }));
      for (const { key, txid, vout } of outputs) {
        if (unlock) locked.delete(key);
        else locked.set(key, { txid, vout, persistent });
      }
      return true;
    },
  },
  {
    name: 'listlockunspent',
    category: 'Wallet',
    description: 'The locked outputs.',
    parameters: [],
    result: '[...] (array) outputs',
    handler: (_, context) => [...walletOf(context).state.locked.values()].sort(compareOutputs).map(({ txid, vout }) => ({ txid, vout })),
  },
];

function lockable(
  view: WalletView,
  item: unknown,
  { unlock, persistent }: { unlock: boolean; persistent: boolean },
): { key: string; txid: string; vout: number } {
  if (!isJsonObject(item)) throw wrongType(item, 'object');
  checkMembers(item, { txid: 'string', vout: 'number' }, true);
  const txid = parseHash(textOf(item['txid']), 'txid');
  const vout = toInt32(item['vout']);
  const invalid = (what: string) => new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid parameter, ${what}`);
  if (vout < 0) throw invalid('vout cannot be negative');
  const tx = view.state.transactions.get(txid);
  if (tx === undefined) throw invalid('unknown transaction');
  if (vout >= tx.record.tx.outputs.length) throw invalid('vout index out of bounds');
  const key = outPointKey({ hash: hashFromHex(txid), index: vout });
  if (isSpent(view, key)) throw invalid('expected unspent output');
  if (unlock && !view.state.locked.has(key)) throw invalid('expected locked output');
  if (!unlock && !persistent && view.state.locked.has(key)) throw invalid('output already locked');
  return { key, txid, vout };
}

/** Compares outputs as Core's sets do. */
function compareOutputs(a: { txid: string; vout: number }, b: { txid: string; vout: number }): number {
  return compareHashes(a.txid, b.txid) || a.vout - b.vout;
}

function scriptsOf(addresses: unknown[]): Set<string> {
  const scripts = new Set<string>();
  for (const item of addresses) {
    const address = textOf(item);
    if ('error' in decodeAddress(address)) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, `Invalid Bitcoin address: ${address}`);
    const script = toHex(addressScript(address));
    if (scripts.has(script)) throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid parameter, duplicated address: ${address}`);
    scripts.add(script);
  }
  return scripts;
}

function conditions(value: unknown) {
  const options = readOptions(value, UNSPENT_OPTIONS);
  const amount = (name: string, otherwise: bigint) => (options[name] === undefined ? otherwise : parseAmount(options[name]));
  const count = options['maximumCount'];
  return {
    minimum: amount('minimumAmount', 0n),
    maximum: amount('maximumAmount', 2_100_000_000_000_000n),
    sum: amount('minimumSumAmount', 0n),
    // As in Core, 0 is no limit.
    count: (count instanceof Numeral ? toInt32(count) : 0) || Number.POSITIVE_INFINITY,
    immature: options['include_immature_coinbase'] === true,
  };
}

function coinJson(view: WalletView, { tx, index, output, depth, safe }: WalletCoin): JsonObject {
  const address = encodeAddress(output.scriptPubKey);
  const entry = depth === 0 ? view.core.mempool.pool.get(tx.record.txid) : undefined;
  const ancestors = entry && [entry, ...view.core.mempool.pool.ancestors(entry).values()];
  return {
    txid: tx.record.txid,
    vout: index,
    address,
    label: address === undefined ? undefined : view.state.labels.get(address)?.label,
    scriptPubKey: toHex(output.scriptPubKey),
    amount: output.value,
    confirmations: depth,
    ancestorcount: ancestors?.length,
    ancestorsize: ancestors?.reduce((sum, { vsize }) => sum + vsize, 0),
    ancestorfees: ancestors && Number(ancestors.reduce((sum, { modifiedFee }) => sum + modifiedFee, 0n)),
    ...solvingData(view.state, output.scriptPubKey),
    parent_descs: parentDescriptors(view.state, output.scriptPubKey),
    safe,
  };
}
