import { untilComplete } from '../../../../../../base/missing.js';
import { addChecksum } from '../../../../../protocol/descriptor/checksum.js';
import type { WalletView } from '../../../../wallet/history.js';
import { deriveRanges, topUpAll } from '../../../../wallet/keys.js';
import { resubmit } from '../../../../wallet/resubmit.js';
import { isJsonObject } from '../../../arguments/arguments.js';
import { MAX_RANGE } from '../../../arguments/parse-range.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { JsonObject } from '../../../json/json.js';
import { Numeral, typeName } from '../../../json/json.js';
import { toInteger } from '../../../json/numeral.js';
import type { Method } from '../../../method.js';
import { importDescriptor } from './import-descriptor.js';
import { textOf } from './own-script.js';
import { expectUnlocked, walletOf, walletsOf } from './wallet-of.js';

/** Two hours: how far block times may be off. */
const TIMESTAMP_WINDOW = 7200;

/** The descriptors of a wallet, and scans for their payments. */
export const DESCRIPTOR_METHODS: Method[] = [
  {
    name: 'importdescriptors',
    category: 'Wallet',
    description: 'Adds descriptors, and the payments to them since a time.',
    parameters: [
      {
        name: 'requests',
        type: 'array',
        description: 'The descriptors, each with desc, active, range, next_index, timestamp, internal, label.',
      },
    ],
    result: '[...] (array) of each: success, warnings, error',
    handler: async (args, context) => {
      const view = walletOf(context);
      expectUnlocked(view);
      const results: JsonObject[] = [];
      const timestamps: number[] = [];
      // In order: what comes before a request without a timestamp is imported, but not looked for.
      for (const item of args.array('requests')) {
        // What is no object has no timestamp, as in Core.
        const request = isJsonObject(item) ? item : {};
        const timestamp = timestampOf(view, request['timestamp']);
        timestamps.push(timestamp);
        results.push(await importDescriptor(view, request, timestamp));
      }
      // A scan would find again what removeprunedfunds has removed.
      if (!results.some(({ success }) => success === true)) return results;
      // A time to come means that of the last block, as in Core's backup.cpp.
      const earliest = Math.min(context.core.chain.tip().header.time, ...timestamps);
      // Of the whole call, only these may be repeated.
      const from = await untilComplete(() => heightAt(view, earliest - TIMESTAMP_WINDOW));
      await walletsOf(context.core).scan(view, from);
      await untilComplete(() => resubmit(view));
      return results;
    },
  },
  {
    name: 'listdescriptors',
    category: 'Wallet',
    description: 'The descriptors of a wallet.',
    parameters: [{ name: 'private', type: 'boolean', description: 'With private keys.', default: 'false' }],
    result: '{...} (object) the name of the wallet, and its descriptors',
    handler: async (args, context) => {
      const view = walletOf(context);
      const { state } = view;
      const secret = args.has('private') && args.boolean('private');
      if (secret && !state.privateKeys) {
        throw new RpcError(RPC_CODE.WALLET_ERROR, "Can't get private descriptor string for watch-only wallets");
      }
      if (secret) expectUnlocked(view);
      // Others may now derive addresses that the wallet has not given out.
      await deriveRanges(state);
      const descriptors = [...state.descriptors.values()].map((each) => ({
        desc: secret ? addChecksum(each.privateText) : textOf(each.descriptor),
        timestamp: each.timestamp,
        active: each.active,
        internal: each.active ? each.internal === true : undefined,
        ...(each.descriptor.isRange ? { range: [each.begin, each.end], next: each.next, next_index: each.next } : {}),
      }));
      return { wallet_name: state.name, descriptors: descriptors.sort((a, b) => (a.desc < b.desc ? -1 : 1)) };
    },
  },
  {
    name: 'rescanblockchain',
    category: 'Wallet',
    description: 'Reads blocks again for payments of the wallet.',
    parameters: [
      { name: 'start_height', type: 'numeric', description: 'The first height.', default: '0' },
      { name: 'stop_height', type: 'numeric', description: 'The last height.', default: 'the tip' },
    ],
    result: '{...} (object) the heights',
    handler: async (args, context) => {
      const view = walletOf(context);
      expectUnlocked(view);
      const tip = context.core.chain.tip().height;
      const start = args.has('start_height') ? args.int('start_height') : 0;
      const stop = args.has('stop_height') ? args.int('stop_height') : tip;
      if (start < 0 || start > tip) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid start_height');
      if (stop < 0 || stop > tip) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid stop_height');
      if (stop < start) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'stop_height must be greater than start_height');
      await walletsOf(context.core).scan(view, start, stop);
      return { start_height: start, stop_height: stop };
    },
  },
  {
    name: 'abortrescan',
    category: 'Wallet',
    description: 'Without effect: a scan ends within its call.',
    parameters: [],
    result: 'true|false (boolean) whether a scan was stopped',
    handler: (_, context) => {
      walletOf(context);
      return false;
    },
  },
  {
    name: 'keypoolrefill',
    category: 'Wallet',
    description: 'Extends the ranges of descriptors to a number of unused keys each.',
    parameters: [{ name: 'newsize', type: 'numeric', description: 'The number of keys.', default: 'that of the option keypool' }],
    result: 'null',
    handler: async (args, context) => {
      const view = walletOf(context);
      const size = args.has('newsize') ? args.int('newsize') : 0;
      if (size < 0) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid parameter, expected valid size.');
      if (size > MAX_RANGE) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Range is too large');
      expectUnlocked(view);
      await topUpAll(view.state, size === 0 ? undefined : size);
      return null;
    },
  },
];

function timestampOf({ core }: WalletView, value: unknown): number {
  if (value instanceof Numeral) return Math.max(toInteger(value), 1);
  if (value === 'now') return core.chain.tip().medianTimePast;
  if (value === undefined) throw new RpcError(RPC_CODE.TYPE_ERROR, 'Missing required timestamp field for key');
  throw new RpcError(RPC_CODE.TYPE_ERROR, `Expected number or "now" timestamp value for key. got type ${typeName(value)}`);
}

/** Returns the height of the first block that is not older than a time. */
function heightAt({ core: { chain } }: WalletView, time: number): number {
  let { height } = chain.tip();
  const lowest = chain.base();
  while (height > lowest.height && (chain.at(height - 1)?.header.time ?? 0) >= time) height--;
  // The payments to a script are read from an origin as a whole.
  return chain.origin !== undefined && height === lowest.height && lowest.header.time >= time ? 0 : height;
}
