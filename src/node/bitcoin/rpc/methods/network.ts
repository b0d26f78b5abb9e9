import { CORE_VERSION, USER_AGENT } from '../../version.js';
import type { Method } from '../method.js';

const PROTOCOL_VERSION = 70016;

/** The peer-to-peer network, which an embedded node has none of. */
export const NETWORK_METHODS: Method[] = [
  {
    name: 'getnetworkinfo',
    category: 'Network',
    description: 'Version, connections and relay fees of the node.',
    parameters: [],
    result: '{...} (object)',
    handler: (_, { core: { mempool } }) => ({
      version: CORE_VERSION,
      subversion: USER_AGENT,
      protocolversion: PROTOCOL_VERSION,
      localservices: '0'.repeat(16),
      localservicesnames: [],
      localrelay: true,
      timeoffset: 0,
      networkactive: false,
      connections: 0,
      connections_in: 0,
      connections_out: 0,
      networks: [],
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
    name: 'getpeerinfo',
    category: 'Network',
    description: 'The peers.',
    parameters: [],
    result: '[] (array)',
    handler: () => [],
  },
];
