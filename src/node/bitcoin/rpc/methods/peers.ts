import { covers, parseSubnet } from '../../subnet.js';
import { RPC_CODE, RpcError } from '../error.js';
import { helpText } from '../help-text.js';
import type { Method } from '../method.js';

const NETWORKS = ['ipv4', 'ipv6', 'onion', 'i2p', 'cjdns'];
/** Core's default of `-bantime`: a day. */
const DEFAULT_BAN_SECONDS = 86_400;
const NODE = { name: 'node', type: 'string', description: 'Its address.' } as const;

const ADD_NODE: Method = {
  name: 'addnode',
  category: 'Network',
  description: 'Adds a node to the list of those to stay connected to, or takes it off. The node has no peers, so it never connects.',
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

const SET_BAN: Method = {
  name: 'setban',
  category: 'Network',
  description: 'Bans a range of addresses, or lifts a ban.',
  parameters: [
    { name: 'subnet', type: 'string', description: 'An IP address, with a prefix length or mask for a range.' },
    { name: 'command', type: 'string', description: 'add or remove.' },
    { name: 'bantime', type: 'numeric', description: 'Seconds; 0 for a day.', default: '0' },
    { name: 'absolute', type: 'boolean', description: 'Whether bantime is a time, in seconds since 1970.', default: 'false' },
  ],
  result: 'null',
  handler: (args, { core: { peers, clock } }) => {
    const command = args.string('command');
    if (command !== 'add' && command !== 'remove') throw new RpcError(RPC_CODE.MISC_ERROR, helpText(SET_BAN));
    const subnet = parseSubnet(args.string('subnet'));
    if (subnet === undefined) throw new RpcError(RPC_CODE.INVALID_IP_OR_SUBNET, 'Error: Invalid IP/Subnet');
    if (command === 'remove') {
      if (peers.unban(subnet)) return null;
      const text = 'Error: Unban failed. Requested address/subnet was not previously manually banned.';
      throw new RpcError(RPC_CODE.INVALID_IP_OR_SUBNET, text);
    }
    const now = clock.now();
    if (peers.bans(now).some((ban) => covers(ban.subnet, subnet)))
      throw new RpcError(RPC_CODE.NODE_ALREADY_ADDED, 'Error: IP/Subnet already banned');
    const time = args.has('bantime') ? args.integer('bantime') : 0;
    const absolute = args.has('absolute') && args.boolean('absolute');
    if (absolute && time < now) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Error: Absolute timestamp is in the past');
    peers.ban({ subnet, createdAt: now, until: absolute ? time : now + (time > 0 ? time : DEFAULT_BAN_SECONDS) });
    return null;
  },
};

/** What clients ask of peers. There are none, so wishes are noted and nothing follows from them. */
export const PEER_METHODS: Method[] = [
  ADD_NODE,
  SET_BAN,
  {
    name: 'disconnectnode',
    category: 'Network',
    description: 'Ends the connection to a peer.',
    parameters: [
      { name: 'address', type: 'string', description: 'Its address.', default: '' },
      { name: 'nodeid', type: 'numeric', description: 'Its number.', default: '' },
    ],
    result: 'null',
    handler: (args) => {
      const [address, id] = [args.has('address'), args.has('nodeid')];
      if (id) args.integer('nodeid');
      if (address === id && !(address && args.string('address') === '')) {
        throw new RpcError(RPC_CODE.INVALID_PARAMS, 'Only one of address and nodeid should be provided.');
      }
      throw new RpcError(RPC_CODE.NODE_NOT_CONNECTED, 'Node not found in connected nodes');
    },
  },
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
    name: 'getaddrmaninfo',
    category: 'Network',
    description: 'How many addresses of nodes are known.',
    parameters: [],
    result: '{...} (object) counts by network',
    handler: () => Object.fromEntries([...NETWORKS, 'all_networks'].map((network) => [network, { new: 0, tried: 0, total: 0 }])),
  },
  {
    name: 'getnodeaddresses',
    category: 'Network',
    description: 'Known addresses of nodes.',
    parameters: [
      { name: 'count', type: 'numeric', description: 'The most to return; 0 for all.', default: '1' },
      { name: 'network', type: 'string', description: 'Only those of ipv4, ipv6, onion, i2p or cjdns.', default: 'all networks' },
    ],
    result: '[] (array)',
    handler: (args) => {
      if (args.has('count') && args.int('count') < 0) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Address count out of range');
      const network = args.has('network') ? args.string('network') : undefined;
      if (network !== undefined && !NETWORKS.includes(network.toLowerCase())) {
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Network not recognized: ${network}`);
      }
      return [];
    },
  },
  {
    name: 'listbanned',
    category: 'Network',
    description: 'The bans in force.',
    parameters: [],
    result: '[{...}] (array)',
    handler: (_, { core: { peers, clock } }) => {
      const now = clock.now();
      return peers.bans(now).map(({ subnet, createdAt, until }) => ({
        address: subnet.text,
        ban_created: createdAt,
        banned_until: until,
        ban_duration: until - createdAt,
        time_remaining: until - now,
      }));
    },
  },
  {
    name: 'clearbanned',
    category: 'Network',
    description: 'Lifts all bans.',
    parameters: [],
    result: 'null',
    handler: (_, { core: { peers } }) => {
      peers.clearBans();
      return null;
    },
  },
  {
    name: 'ping',
    category: 'Network',
    description: 'Asks all peers for a sign of life.',
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
      peers.setActive(args.boolean('state'));
      return peers.isActive();
    },
  },
];
