import type { Peers } from '../../../peers/peers.js';
import { CORE_VERSION } from '../../../version.js';
import type { Method } from '../../method.js';

const PROTOCOL_VERSION = 70016;
const NETWORKS = ['ipv4', 'ipv6', 'onion', 'i2p', 'cjdns'].map((name) => ({
  name,
  limited: true,
  reachable: false,
  proxy: '',
  proxy_randomize_credentials: false,
}));

/** The peer-to-peer network. Without its server the node has no peers; what describes them loads with the first of them. */
export const NETWORK_METHODS: Method[] = [
  {
    name: 'getnetworkinfo',
    category: 'Network',
    description: 'Version, connections and relay fees of the node.',
    parameters: [],
    result: '{...} (object) also the state of each network (ipv4, ipv6, onion, i2p, cjdns)',
    handler: async (_, { core: { mempool, peers, userAgent } }) => ({
      version: CORE_VERSION,
      subversion: userAgent,
      protocolversion: PROTOCOL_VERSION,
      localservices: '0'.repeat(16),
      localservicesnames: [],
      localrelay: !peers.blocksOnly,
      timeoffset: 0,
      networkactive: peers.active,
      connections: 0,
      connections_in: 0,
      connections_out: 0,
      networks: NETWORKS.map((network) => (isServed(network.name, peers) ? { ...network, limited: false, reachable: true } : network)),
      relayfee: mempool.policy.minRelayFeeRate,
      incrementalfee: mempool.policy.incrementalFeeRate,
      localaddresses: [],
      warnings: [],
      ...(peers.network === undefined ? {} : (await import('../../view/peer.js')).networkJson(peers.network)),
    }),
  },
  {
    name: 'getconnectioncount',
    category: 'Network',
    description: 'The number of peers.',
    parameters: [],
    result: 'n (numeric)',
    handler: (_, { core: { peers } }) => peers.network?.peers().length ?? 0,
  },
  {
    name: 'getnettotals',
    category: 'Network',
    description: 'Bytes exchanged with peers.',
    parameters: [],
    result: '{...} (object) counts, and the time in milliseconds',
    handler: (_, { core: { peers } }) => ({
      totalbytesrecv: peers.network?.totals().received ?? 0,
      totalbytessent: peers.network?.totals().sent ?? 0,
      // The machine's clock, even with mock time.
      timemillis: Date.now(),
      uploadtarget: peers.uploadLimit.state(),
    }),
  },
  {
    name: 'getpeerinfo',
    category: 'Network',
    description: 'The peers.',
    parameters: [],
    result: '[{...}] (array) each with its network (ipv4, ipv6, onion, i2p, cjdns, not_publicly_routable)',
    handler: async (_, { core: { peers } }) => {
      const { network } = peers;
      if (network === undefined) return [];
      const { peerJson } = await import('../../view/peer.js');
      return network.peers().map((peer) => peerJson(peer, network));
    },
  },
];

/** Whether the peer-to-peer server connects to a network. */
function isServed(name: string, { network }: Peers): boolean {
  return network !== undefined && name.startsWith('ipv');
}
