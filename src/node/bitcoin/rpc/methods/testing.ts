import { isHex } from '../../../../chains/bitcoin/codec/hex.js';
import { RPC_CODE, RpcError } from '../error.js';
import { helpText } from '../help-text.js';
import type { JsonObject } from '../json.js';
import type { Method } from '../method.js';
import { toReal } from '../numeral.js';

const MAX_MESSAGE_TYPE = 12;
const MAX_TARGET = 1008;
/** How Core's fee estimator looks back: the blocks that it can tell of, what counts of a block after the next, and blocks in a step. */
const HORIZONS = {
  short: { target: 12, decay: 0.962, scale: 1 },
  medium: { target: 48, decay: 0.9952, scale: 2 },
  long: { target: MAX_TARGET, decay: 0.99931, scale: 24 },
};
/** What an estimator that has seen nothing shows: one range of fee rates, all of them, with nothing in it. */
const NOTHING_SEEN: JsonObject = { startrange: 0, endrange: 1e99, withintarget: 0, totalconfirmed: 0, inmempool: 0, leftmempool: 0 };

const GENERATE: Method = {
  name: 'generate',
  category: 'Generating',
  hidden: true,
  description: 'has been replaced by the -generate cli option. Refer to -help for more information.',
  parameters: [],
  result: 'never',
  handler: () => {
    throw new RpcError(RPC_CODE.METHOD_NOT_FOUND, helpText(GENERATE));
  },
};

/** What bitcoind has for its own tests, and what is left of methods that are gone. */
export const TESTING_METHODS: Method[] = [
  GENERATE,
  {
    name: 'getorphantxs',
    category: 'Network',
    hidden: true,
    description: 'Transactions of peers whose inputs are not known. There are no peers.',
    parameters: [{ name: 'verbosity', type: 'numeric', description: '0, 1 or 2.', default: '0', unchecked: true }],
    result: '[] (array)',
    handler: (args) => {
      if (typeof args.raw('verbosity') === 'boolean') {
        throw new RpcError(RPC_CODE.TYPE_ERROR, 'Verbosity was boolean but only integer allowed');
      }
      const verbosity = args.has('verbosity') ? args.int('verbosity') : 0;
      if (verbosity < 0 || verbosity > 2) throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid verbosity value ${verbosity}`);
      return [];
    },
  },
  {
    name: 'getrawaddrman',
    category: 'Network',
    hidden: true,
    description: 'The tables of known addresses. There are none.',
    parameters: [],
    result: '{...} (object) the tables',
    handler: () => ({ new: {}, tried: {} }),
  },
  {
    name: 'sendmsgtopeer',
    category: 'Network',
    hidden: true,
    description: 'Sends a message to a peer. There are no peers.',
    parameters: [
      { name: 'peer_id', type: 'numeric', description: 'The peer.' },
      { name: 'msg_type', type: 'string', description: `Its type, of up to ${MAX_MESSAGE_TYPE} characters.` },
      { name: 'msg', type: 'hex', description: 'Its body.' },
    ],
    result: 'never',
    handler: (args) => {
      args.integer('peer_id');
      if (Buffer.byteLength(args.string('msg_type')) > MAX_MESSAGE_TYPE) {
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Error: msg_type too long, max length is ${MAX_MESSAGE_TYPE}`);
      }
      const message = args.string('msg');
      if (message !== '' && !isHex(message)) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Error parsing input for msg');
      throw new RpcError(RPC_CODE.MISC_ERROR, 'Error: Could not send message to peer');
    },
  },
  {
    name: 'echoipc',
    category: 'Control',
    hidden: true,
    description: 'Gives its argument back, by way of another process where there is one.',
    parameters: [{ name: 'arg', type: 'string', description: 'Any text.' }],
    result: '"str" (string) the text',
    handler: (args) => args.string('arg'),
  },
  {
    name: 'estimaterawfee',
    category: 'Util',
    hidden: true,
    description: 'What the fee estimator has seen. There is none.',
    parameters: [
      { name: 'conf_target', type: 'numeric', description: `In how many blocks, 1 to ${MAX_TARGET}.` },
      { name: 'threshold', type: 'numeric', description: 'How much of a range must have been mined by then.', default: '0.95' },
    ],
    result: '{...} (object) by how far it looks back',
    handler: (args) => {
      const target = args.int('conf_target');
      if (target < 1 || target > MAX_TARGET) {
        throw new RpcError(RPC_CODE.INVALID_PARAMETER, `Invalid conf_target, must be between 1 and ${MAX_TARGET}`);
      }
      const threshold = args.has('threshold') ? toReal(args.raw('threshold')) : 0.95;
      if (threshold < 0 || threshold > 1) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Invalid threshold');
      const horizons = Object.entries(HORIZONS).filter(([, horizon]) => target <= horizon.target);
      const errors = ['Insufficient data or no feerate found which meets threshold'];
      return Object.fromEntries(horizons.map(([name, { decay, scale }]) => [name, { decay, scale, fail: NOTHING_SEEN, errors }]));
    },
  },
];
