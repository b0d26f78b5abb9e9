import { endpointText } from '../../../peers/endpoint.js';
import { RPC_CODE, RpcError } from '../../error.js';
import { helpText } from '../../help-text.js';
import type { Method } from '../../method.js';

const NODE = { name: 'node', type: 'string', description: 'Its address.' } as const;

const ADD_NODE: Method = {
  name: 'addnode',
  category: 'Network',
  description: 'Adds a node to the list of peers, or removes it. Connects to it if the peer-to-peer server runs.',
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
      const isAdded = [...peers.added].some((added) => endpointText(added) === endpointText(node));
      if (isAdded) throw new RpcError(RPC_CODE.NODE_ALREADY_ADDED, 'Error: Node already added');
      peers.added.add(node);
      peers.network?.connect(node);
    } else if (command === 'remove' && !peers.added.delete(node)) {
      throw new RpcError(RPC_CODE.NODE_NOT_ADDED, 'Error: Node could not be removed. It has not been added previously.');
    }
    if (command === 'onetry') peers.network?.connect(node);
    return null;
  },
};

/** Methods about peers. Without a peer-to-peer server, they record their arguments. */
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
      return nodes.map((addednode) => {
        const peer = peers.network?.peers().find(({ address }) => endpointText(address) === endpointText(addednode));
        if (peer === undefined) return { addednode, connected: false, addresses: [] };
        return { addednode, connected: true, addresses: [{ address: peer.address, connected: peer.inbound ? 'inbound' : 'outbound' }] };
      });
    },
  },
  {
    name: 'disconnectnode',
    category: 'Network',
    description: 'Disconnects a peer, by its address or its id.',
    parameters: [
      { name: 'address', type: 'string', description: 'Its address and port, as in getpeerinfo.', default: '' },
      { name: 'nodeid', type: 'numeric', description: 'Its id, as in getpeerinfo.', default: '' },
    ],
    result: 'null',
    handler: (args, { core: { peers } }) => {
      const address = args.has('address') ? args.string('address') : undefined;
      const id = args.has('nodeid') ? args.integer('nodeid') : undefined;
      // As in bitcoind, an empty address alone is one that no peer has.
      if (id === undefined ? address === undefined : address !== undefined && address !== '') {
        throw new RpcError(RPC_CODE.INVALID_PARAMS, 'Only one of address and nodeid should be provided.');
      }
      const found = (peers.network?.peers() ?? []).filter((peer) => (id === undefined ? peer.address === address : peer.id === id));
      if (found.length === 0) throw new RpcError(RPC_CODE.NODE_NOT_CONNECTED, 'Node not found in connected nodes');
      for (const { connection } of found) connection.close();
      return null;
    },
  },
  {
    name: 'ping',
    category: 'Network',
    description: 'Requests a ping of all peers.',
    parameters: [],
    result: 'null',
    handler: (_, { core: { peers } }) => {
      peers.network?.pingAll();
      return null;
    },
  },
  {
    name: 'setnetworkactive',
    category: 'Network',
    description: 'Switches the peer-to-peer network on or off.',
    parameters: [{ name: 'state', type: 'boolean', description: 'true for on.' }],
    result: 'true|false (boolean) the state',
    handler: (args, { core: { peers, log } }) => {
      peers.active = args.boolean('state');
      log.info(`SetNetworkActive: ${peers.active}`);
      if (!peers.active) peers.network?.disconnectAll();
      return peers.active;
    },
  },
];
