import { decodeAddress, encodeAddress } from '../../../../protocol/address/address.js';
import { toHex } from '../../../../protocol/codec/hex.js';
import { addChecksum, splitChecksum } from '../../../../protocol/descriptor/checksum.js';
import type { NodeCore } from '../../../core.js';
import { parseRange } from '../../arguments/parse-range.js';
import { RPC_CODE, RpcError } from '../../error.js';
import { descriptorAddresses, readDescriptors } from '../../keys/descriptor.js';
import type { Method } from '../../method.js';
import { destinationJson } from '../../view/destination.js';

const MAX_CONF_TARGET = 1008;
const ESTIMATE_MODES = ['unset', 'economical', 'conservative'];

/** Addresses, descriptors and fee estimates. */
export const UTIL_METHODS: Method[] = [
  {
    name: 'validateaddress',
    category: 'Util',
    description: 'Checks whether an address is valid on regtest, and returns its script.',
    parameters: [{ name: 'address', type: 'string', description: 'The address.' }],
    result: '{...} (object) isvalid, and the script or the error',
    handler: (args) => {
      const decoded = decodeAddress(args.string('address'));
      if ('error' in decoded) return { isvalid: false, error_locations: decoded.errorLocations, error: decoded.error };
      const script = decoded.scriptPubKey;
      return { isvalid: true, address: encodeAddress(script), scriptPubKey: toHex(script), ...destinationJson(script) };
    },
  },
  {
    name: 'getdescriptorinfo',
    category: 'Util',
    description: 'Returns a descriptor in canonical form, and its properties.',
    parameters: [{ name: 'descriptor', type: 'string', description: 'The descriptor, with or without its checksum.' }],
    result: '{...} (object)',
    handler: async (args) => {
      const text = args.string('descriptor');
      const branches = await readDescriptors(text);
      const [descriptor] = branches;
      return {
        descriptor: addChecksum(descriptor.text),
        multipath_expansion: descriptor.branches > 1 ? branches.map((branch) => addChecksum(branch.text)) : undefined,
        checksum: splitChecksum(text, false).checksum,
        isrange: descriptor.isRange,
        issolvable: descriptor.isSolvable,
        hasprivatekeys: descriptor.hasPrivateKeys,
      };
    },
  },
  {
    name: 'deriveaddresses',
    category: 'Util',
    description: 'The addresses of a descriptor.',
    parameters: [
      { name: 'descriptor', type: 'string', description: 'The descriptor with its checksum.' },
      { name: 'range', type: 'range', description: 'The indexes of a ranged descriptor: the end, or [begin, end].', default: '' },
    ],
    result: '[...] (array) addresses; of a descriptor with multipath steps a list of each',
    handler: async (args) => {
      const ranged = args.has('range');
      const { begin, end } = ranged ? parseRange(args.raw('range')) : { begin: 0, end: 0 };
      const branches = await readDescriptors(args.string('descriptor'), { requireChecksum: true });
      const [descriptor] = branches;
      if (!descriptor.isRange && ranged)
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Range should not be specified for an un-ranged descriptor');
      if (descriptor.isRange && !ranged) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Range must be specified for a ranged descriptor');
      const lists: string[][] = [];
      for (const branch of branches) lists.push(await descriptorAddresses(branch, { begin, end }));
      return lists.length > 1 ? lists : (lists[0] ?? []);
    },
  },
  {
    name: 'estimatesmartfee',
    category: 'Util',
    description: 'Estimates a fee rate from past blocks. Returns no estimate, because blocks on demand have no meaningful waiting times.',
    parameters: [
      { name: 'conf_target', type: 'numeric', description: 'Blocks until confirmed: 1 to 1008.' },
      { name: 'estimate_mode', type: 'string', description: 'unset, economical or conservative.', default: 'economical' },
    ],
    result: '{...} (object) errors, and the number of blocks for which there would be an estimate',
    handler: (args, { core }) => {
      const target = args.int('conf_target');
      if (target < 1 || target > MAX_CONF_TARGET) {
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid conf_target, must be between 1 and ${MAX_CONF_TARGET}`);
      }
      if (args.has('estimate_mode') && !ESTIMATE_MODES.includes(args.string('estimate_mode').toLowerCase())) {
        const modes = ESTIMATE_MODES.map((mode) => `"${mode}"`).join(', ');
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid estimate_mode parameter, must be one of: ${modes}`);
      }
      return { errors: ['Insufficient data or no feerate found'], blocks: estimatedTarget(core, target) };
    },
  },
  {
    name: 'enumeratesigners',
    category: 'Signer',
    description: 'The signing devices of `-signer`. The node supports none.',
    parameters: [],
    result: 'never',
    handler: () => {
      throw new RpcError(RPC_CODE.MISC_ERROR, 'Error: restart bitcoind with -signer=<cmd>');
    },
  },
  {
    name: 'getzmqnotifications',
    category: 'Zmq',
    description: 'The ZeroMQ notifications.',
    parameters: [],
    result: '[{...}] (array) type, address and hwm of each',
    handler: (_, { core }) =>
      [...core.zmq].flatMap(({ notifications }) =>
        notifications.map(({ topic, address, highWaterMark }) => ({ type: `pub${topic}`, address, hwm: highWaterMark })),
      ),
  },
];

/**
 * Returns the target for which bitcoind would look for an estimate: at least 2, as it has none for the next block, and at most half of the
 * blocks that it has learnt from, which are those since the first one with a transaction.
 */
function estimatedTarget({ chain }: NodeCore, target: number): number {
  const { height } = chain.tip();
  let first = chain.base().height + 1;
  while (first <= height && (chain.at(first)?.count ?? 0) < 2) first++;
  return Math.min(Math.max(target, 2), Math.max(0, Math.floor((height - first) / 2)));
}
