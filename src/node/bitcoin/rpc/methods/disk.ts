import { type Arguments, isJsonObject } from '../arguments.js';
import { RPC_CODE, RpcError, wrongType } from '../error.js';
import type { Method } from '../method.js';
import type { Parameter } from '../parameter.js';
import { parseHash } from '../parse-hash.js';

const FILTER_TYPE: Parameter = { name: 'filtertype', type: 'string', description: 'The kind of filter.', default: '"basic"' };
const SCAN_OPTIONS: Parameter = {
  name: 'options',
  type: 'object',
  description: 'Further options.',
  default: '',
  members: ['filter_false_positives'],
};
const PATH: Parameter = { name: 'path', type: 'string', description: 'The file.' };

/** A method that fails in the same way whatever it is asked, since the node keeps nothing on disk. */
function unavailable(name: string, description: string, parameters: Parameter[], message: string): Method {
  return {
    name,
    category: 'Blockchain',
    description,
    parameters,
    result: 'never',
    handler: (args) => {
      for (const parameter of parameters) checkMembers(parameter, args);
      throw new RpcError(RPC_CODE.MISC_ERROR, message);
    },
  };
}

/** The members of options are true or false. @throws RpcError −3 */
function checkMembers({ name, members = [] }: Parameter, args: Arguments): void {
  const options = args.raw(name);
  if (!isJsonObject(options)) return;
  for (const member of members) {
    const value = options[member] ?? false;
    if (typeof value !== 'boolean') throw wrongType(value, 'bool');
  }
}

function requireFilterIndex(type: string): never {
  if (type !== 'basic') throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Unknown filtertype');
  throw new RpcError(RPC_CODE.MISC_ERROR, 'Index is not enabled for filtertype basic');
}

/** What needs files, indexes or peers that an embedded node does not have: each answers as a bitcoind that lacks them too. */
export const DISK_METHODS: Method[] = [
  unavailable(
    'pruneblockchain',
    'Deletes old blocks. The node never prunes.',
    [{ name: 'height', type: 'numeric', description: 'Up to where.' }],
    'Cannot prune blocks because node is not in prune mode.',
  ),
  unavailable('savemempool', 'Writes the mempool to disk. The node has none.', [], 'Unable to dump mempool to disk'),
  unavailable(
    'importmempool',
    'Reads a mempool from disk. The node has none.',
    [
      { ...PATH, name: 'filepath' },
      {
        name: 'options',
        type: 'object',
        description: 'What to take from it.',
        default: '',
        members: ['use_current_time', 'apply_fee_delta_priority', 'apply_unbroadcast_set'],
      },
    ],
    'Unable to import mempool file, see debug log for details.',
  ),
  {
    name: 'getblockfilter',
    category: 'Blockchain',
    description: 'A filter of BIP157, for which the node keeps no index.',
    parameters: [{ name: 'blockhash', type: 'hex', description: 'The block.' }, FILTER_TYPE],
    result: 'never',
    handler: (args) => {
      parseHash(args.string('blockhash'), 'blockhash');
      return requireFilterIndex(args.has('filtertype') ? args.string('filtertype') : 'basic');
    },
  },
  {
    name: 'scanblocks',
    category: 'Blockchain',
    description: 'Finds blocks by their filters, for which the node keeps no index.',
    parameters: [
      { name: 'action', type: 'string', description: 'start, status or abort.' },
      { name: 'scanobjects', usage: '[scanobjects,...]', type: 'array', description: 'Descriptors; for start.', default: '' },
      { name: 'start_height', type: 'numeric', description: 'The first block.', default: '0' },
      { name: 'stop_height', type: 'numeric', description: 'The last block.', default: 'the tip' },
      FILTER_TYPE,
      SCAN_OPTIONS,
    ],
    result: 'null for status, false for abort',
    handler: (args) => {
      const action = args.string('action');
      if (action === 'status') return null;
      if (action === 'abort') return false;
      if (action !== 'start') throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid action '${action}'`);
      checkMembers(SCAN_OPTIONS, args);
      return requireFilterIndex(args.has('filtertype') ? args.string('filtertype') : 'basic');
    },
  },
  {
    name: 'getblockfrompeer',
    category: 'Blockchain',
    description: 'Asks a peer for a block whose header is known. There are no peers.',
    parameters: [
      { name: 'blockhash', type: 'hex', description: 'The block.' },
      { name: 'peer_id', type: 'numeric', description: 'The peer.' },
    ],
    result: 'never',
    handler: (args, { core: { chain } }) => {
      const entry = chain.header(parseHash(args.string('blockhash'), 'blockhash'));
      args.integer('peer_id');
      if (entry === undefined) throw new RpcError(RPC_CODE.MISC_ERROR, 'Block header missing');
      const here = chain.stored(entry.hash) !== undefined;
      throw new RpcError(RPC_CODE.MISC_ERROR, here ? 'Block already downloaded' : 'Peer does not exist');
    },
  },
];
