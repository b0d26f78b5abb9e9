import { RPC_CODE, RpcError } from '../../error.js';
import { helpText } from '../../help-text.js';
import type { Method } from '../../method.js';

const NODE = { name: 'node', type: 'string', description: 'Its address.' } as const;

const ADD_NODE: Method = {
  name: 'addnode',
  category: 'Network',
  description: 'Adds a node to the list of peers, or removes it. The node has no peers, so it never connects.',
  parameters: [
    NODE,
    { name: 'command', type: 'string', description: 'add, remove or onetry.' },
    { name: 'v2transport', type: 'boolean', description: 'Connect by BIP324.', default: 'true' },
  ],
  result: 'null',
  handler: (args, { core: { peers } }) => {
    const [node, command] = [args.string('node'), args.string('command')];
    if (args.has('v2transport')) args.boolean('v2transport');
    if (!['onetry', 'add', 'remove'].includes(command)) throw new RpcError(RPC_CODE.MISC_ERROR, helpText(ADD_NODE));
    if (command === 'add') {
      if (peers.added.has(node)) throw new RpcError(RPC_CODE.NODE_ALREADY_ADDED, 'Error: Node already added');
      peers.added.add(node);
    } else if (command === 'remove' && !peers.added.delete(node)) {
      throw new RpcError(RPC_CODE.NODE_NOT_ADDED, 'Error: Node could not be removed. It has not been added previously.');
    }
    return null;
  },
};

/** Methods about peers. Scripts for several nodes call them, so they record their arguments; the node never connects. */
export const PEER_METHODS: Method[] = [
  ADD_NODE,
  {
    name: 'getaddednodeinfo',
    category: 'Network',
    description: 'The nodes that addnode added.',
    parameters: [{ ...NODE, default: 'all nodes' }],
    result: '[{...}] (array)',
    handler: (args, { core: { peers } }) => {
      const wanted = args.has('node') ? args.string('node') : undefined;
      if (wanted !== undefined && !peers.added.has(wanted)) {
        throw new RpcError(RPC_CODE.NODE_NOT_ADDED, 'Error: Node has not been added.');
      }
      const nodes = wanted === undefined ? [...peers.added] : [wanted];
      return nodes.map((addednode) => ({ addednode, connected: false, addresses: [] }));
    },
  },
  {
    name: 'ping',
    category: 'Network',
    description: 'Requests a ping of all peers.',
    parameters: [],
    result: 'null',
    handler: () => null,
  },
  {
    name: 'setnetworkactive',
    category: 'Network',
    description: 'Switches the peer-to-peer network on or off.',
    parameters: [{ name: 'state', type: 'boolean', description: 'true for on.' }],
    result: 'true|false (boolean) the state',
    handler: (args, { core: { peers } }) => {
      peers.active = args.boolean('state');
      return peers.active;
    },
  },
];
