import { CORE_VERSION, USER_AGENT } from '../../../version.js';
import type { Method } from '../../method.js';

const UPLOAD_TIMEFRAME_SECONDS = 86_400;
const PROTOCOL_VERSION = 70016;
const NETWORKS = ['ipv4', 'ipv6', 'onion', 'i2p', 'cjdns'].map((name) => ({
  name,
  limited: true,
  reachable: false,
  proxy: '',
  proxy_randomize_credentials: false,
}));

/** The peer-to-peer network. An embedded node has no peers. */
export const NETWORK_METHODS: Method[] = [
  {
    name: 'getnetworkinfo',
    category: 'Network',
    description: 'Version, connections and relay fees of the node.',
    parameters: [],
    result: '{...} (object)',
    handler: (_, { core: { mempool, peers } }) => ({
      version: CORE_VERSION,
      subversion: USER_AGENT,
      protocolversion: PROTOCOL_VERSION,
      localservices: '0'.repeat(16),
      localservicesnames: [],
      localrelay: true,
      timeoffset: 0,
      networkactive: peers.active,
      connections: 0,
      connections_in: 0,
      connections_out: 0,
      networks: NETWORKS,
      relayfee: mempool.policy.minRelayFeeRate,
      incrementalfee: mempool.policy.incrementalFeeRate,
      localaddresses: [],
      warnings: [],
    }),
  },
  {
    name: 'getconnectioncount',
    category: 'Network',
    description: 'The number of peers.',
    parameters: [],
    result: 'n (numeric)',
    handler: () => 0,
  },
  {
    name: 'getnettotals',
    category: 'Network',
    description: 'Bytes exchanged with peers.',
    parameters: [],
    result: '{...} (object) counts, and the time in milliseconds',
    handler: () => ({
      totalbytesrecv: 0,
      totalbytessent: 0,
      // The machine's clock, even with mock time.
      timemillis: Date.now(),
      uploadtarget: {
        timeframe: UPLOAD_TIMEFRAME_SECONDS,
        target: 0,
        target_reached: false,
        serve_historical_blocks: true,
        bytes_left_in_cycle: 0,
        time_left_in_cycle: 0,
      },
    }),
  },
  {
    name: 'getpeerinfo',
    category: 'Network',
    description: 'The peers.',
    parameters: [],
    result: '[] (array)',
    handler: () => [],
  },
];
