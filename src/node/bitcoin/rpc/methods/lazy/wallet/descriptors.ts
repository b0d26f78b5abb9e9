import { encodeAddress } from '../../../../../../chains/bitcoin/address/address.js';
import { addChecksum } from '../../../../../../chains/bitcoin/descriptor/checksum.js';
import type { WalletView } from '../../../../wallet/history.js';
import { addDescriptors, deriveRanges } from '../../../../wallet/keys.js';
import { isJsonObject } from '../../../arguments/arguments.js';
import { parseRange } from '../../../arguments/parse-range.js';
import { RPC_CODE, RpcError, wrongType } from '../../../error.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { Numeral } from '../../../json/json.js';
import { toInteger } from '../../../json/numeral.js';
import { readDescriptors } from '../../../keys/descriptor.js';
import type { Method } from '../../../method.js';
import { labelOf } from './addresses.js';
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
        usage:
          '[{"desc":"str","active":bool,"range":n or [n,n],"next_index":n,"timestamp":timestamp | "now","internal":bool,"label":"str"},...]',
        type: 'array',
        description: 'The descriptors.',
      },
    ],
    result: '[...] (array) of each: success, warnings, error',
    handler: async (args, context) => {
      const view = walletOf(context);
      expectUnlocked(view);
      const requests = args.array('requests').map((request) => {
        if (!isJsonObject(request)) throw wrongType(request, 'object');
        return { request, timestamp: timestampOf(view, request['timestamp']) };
      });
      const results: Json[] = [];
      for (const { request, timestamp } of requests) results.push(await importOne(view, request, timestamp));
      const first = Math.min(...requests.map(({ timestamp }) => timestamp));
      walletsOf(context.core).scan(view, heightAt(view, first - TIMESTAMP_WINDOW));
      return results;
    },
  },
  {
    name: 'listdescriptors',
    category: 'Wallet',
    description: 'The descriptors of a wallet.',
    parameters: [{ name: 'private', type: 'boolean', description: 'With private keys.', default: 'false' }],
    result: '{...} (object) the name of the wallet, and its descriptors',
    handler: (args, context) => {
      const view = walletOf(context);
      const { state } = view;
      const secret = args.has('private') && args.boolean('private');
      if (secret && !state.privateKeys) {
        throw new RpcError(RPC_CODE.WALLET_ERROR, "Can't get private descriptor string for watch-only wallets");
      }
      if (secret) expectUnlocked(view);
      // Others may now derive addresses that the wallet has not given out.
      deriveRanges(state);
      const descriptors = [...state.descriptors.values()].map((each) => ({
        desc: addChecksum(secret ? each.privateText : each.descriptor.text),
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
    handler: (args, context) => {
      const view = walletOf(context);
      expectUnlocked(view);
      const tip = context.core.chain.tip().height;
      const start = args.has('start_height') ? args.int('start_height') : 0;
      const stop = args.has('stop_height') ? args.int('stop_height') : tip;
      if (start < 0 || start > tip) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid start_height');
      if (stop < 0 || stop > tip) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid stop_height');
      if (stop < start) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'stop_height must be greater than start_height');
      walletsOf(context.core).scan(view, start, stop);
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
    description: 'Without effect: a wallet derives keys when it needs them.',
    parameters: [{ name: 'newsize', type: 'numeric', description: 'The number of keys.', default: '1000' }],
    result: 'null',
    handler: (args, context) => {
      if (args.has('newsize') && args.int('newsize') < 0) {
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid parameter, expected valid size.');
      }
      expectUnlocked(walletOf(context));
      return null;
    },
  },
];

function timestampOf({ core }: WalletView, value: unknown): number {
  if (value instanceof Numeral) return Math.max(toInteger(value), 1);
  if (value === 'now') return core.chain.tip().medianTimePast;
  if (value === undefined || value === null) throw new RpcError(RPC_CODE.TYPE_ERROR, 'Missing required timestamp field for key');
  throw new RpcError(RPC_CODE.TYPE_ERROR, `Expected number or "now" timestamp value for key. got type ${typeof value}`);
}

/** Returns the height of the first block that is not older than a time. */
function heightAt({ core: { chain } }: WalletView, time: number): number {
  let height = chain.tip().height;
  while (height > 0 && (chain.at(height - 1)?.header.time ?? 0) >= time) height--;
  return height;
}

/** Imports a descriptor. Errors are part of the result. */
async function importOne(view: WalletView, request: Record<string, unknown>, timestamp: number): Promise<JsonObject> {
  const warnings: string[] = [];
  try {
    const { state } = view;
    const { desc, label = '', active = false, internal } = request;
    labelOf(String(label));
    if (typeof desc !== 'string') throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Descriptor not found.');
    const [first, ...others] = await readDescriptors(desc, { requireChecksum: true });
    const ranged = request['range'] !== undefined;
    const invalid = (message: string) => new RpcError(RPC_CODE.INVALID_PARAMETER, message);
    if (!first.isRange && ranged) throw invalid('Range should not be specified for an un-ranged descriptor');
    if (active === true && !first.isRange) throw invalid('Active descriptors must be ranged');
    if (first.isRange && label !== '') throw invalid('Ranged descriptors should not have a label');
    if (internal === true && label !== '') throw invalid('Internal addresses should not have a label');
    if (first.isRange && !ranged) warnings.push('Range not given, using default keypool range');
    const { begin, end } = ranged ? parseRange(request['range']) : { begin: 0, end: first.isRange ? state.keypool - 1 : 0 };
    const next = request['next_index'] === undefined ? begin : toInteger(request['next_index']);
    if (first.isRange && (next < begin || next > end)) throw invalid('next_index is out of range');
    if (!state.privateKeys && first.hasPrivateKeys) {
      throw new RpcError(RPC_CODE.WALLET_ERROR, 'Cannot import private keys to a wallet with private keys disabled');
    }
    if (state.privateKeys && !first.hasPrivateKeys) {
      throw new RpcError(RPC_CODE.WALLET_ERROR, 'Cannot import descriptor without private keys to a wallet with private keys enabled');
    }
    const isInternal = typeof internal === 'boolean' ? internal : others.length > 0 ? undefined : false;
    const added = addDescriptors(state, { text: desc, active: active === true, internal: isInternal, begin, end, next, timestamp }, 'all');
    if (!first.isRange && internal !== true) {
      for (const script of added.flatMap(({ descriptor }) => descriptor.scripts(0))) {
        const address = encodeAddress(script);
        if (address !== undefined) state.labels.set(address, { label: String(label), purpose: 'receive' });
      }
    }
    return { success: true, warnings: warnings.length === 0 ? undefined : warnings };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const failure = { code: error.code, message: error.message };
    return { success: false, warnings: warnings.length === 0 ? undefined : warnings, error: failure };
  }
}
