import { toHex } from '../../../../protocol/codec/hex.js';
import { serializeTransaction, totalSize } from '../../../../protocol/codec/transaction.js';
import type { ConnectionType } from '../../../peers/peer.js';
import type { Arguments } from '../../arguments/arguments.js';
import { RPC_CODE, RpcError } from '../../error.js';
import { helpText } from '../../help-text.js';
import type { Json } from '../../json/json.js';
import type { Method } from '../../method.js';

const TYPES: readonly ConnectionType[] = ['outbound-full-relay', 'block-relay-only', 'addr-fetch', 'feeler'];

const ADD_CONNECTION: Method = {
  name: 'addconnection',
  category: 'Network',
  hidden: true,
  description: 'Opens a connection of a type that a node on a public network chooses by itself.',
  parameters: [
    { name: 'address', type: 'string', description: 'Its address and port.' },
    { name: 'connection_type', type: 'string', description: `${TYPES.join(', ')}.` },
    { name: 'v2transport', type: 'boolean', description: 'Only false: connections have version 1 of the transport.' },
  ],
  result: '{...} (object) the address and the type',
  handler: (args, { core: { peers } }) => {
    const [address, name] = [args.string('address'), args.string('connection_type').trim()];
    const type = TYPES.find((known) => known === name);
    if (type === undefined) throw new RpcError(RPC_CODE.INVALID_PARAMETER, helpText(ADD_CONNECTION));
    peers.network?.connect(address, type);
    return { address, connection_type: type };
  },
};

/** Methods with which tests drive connections. `help` does not list them. */
export const TEST_PEER_METHODS: Method[] = [
  ADD_CONNECTION,
  {
    name: 'mockscheduler',
    category: 'Network',
    hidden: true,
    description: 'Does at once what the node does after a time: announces transactions that no peer has requested.',
    parameters: [{ name: 'delta_time', type: 'numeric', description: 'Seconds, from 1 to 3600.' }],
    result: 'null',
    handler: (args, { core: { peers } }) => {
      const seconds = args.integer('delta_time');
      if (seconds <= 0 || seconds > 3600) throw new RpcError(RPC_CODE.MISC_ERROR, 'delta_time must be between 1 and 3600 seconds (1 hr)');
      peers.network?.rebroadcast();
      peers.network?.check();
      return null;
    },
  },
  {
    name: 'getorphantxs',
    category: 'Network',
    hidden: true,
    description: 'The transactions of peers whose parents have not come.',
    parameters: [
      {
        name: 'verbosity',
        type: 'numeric',
        description: '0: txids; 1: sizes and peers; 2: also the transactions.',
        default: '0',
        unchecked: true,
      },
    ],
    result: '[...] (array) by verbosity',
    handler: (args, { core: { peers } }) => {
      const verbosity = verbosityOf(args);
      return (peers.network?.orphans() ?? []).map(({ record, from }): Json => {
        const { txid, wtxid, weight } = record;
        if (verbosity === 0) return txid;
        const sizes = { bytes: totalSize(record.tx), vsize: Math.ceil(weight / 4), weight };
        const hex = verbosity === 2 ? { hex: toHex(serializeTransaction(record.tx)) } : {};
        return { txid, wtxid, ...sizes, from, ...hex };
      });
    },
  },
];

function verbosityOf(args: Arguments): number {
  if (typeof args.raw('verbosity') === 'boolean') throw new RpcError(RPC_CODE.TYPE_ERROR, 'Verbosity was boolean but only integer allowed');
  const verbosity = args.has('verbosity') ? args.int('verbosity') : 0;
  if (verbosity < 0 || verbosity > 2) throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid verbosity value ${verbosity}`);
  return verbosity;
}
