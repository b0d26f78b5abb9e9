import { numericAddress } from '../../../peers/endpoint.js';
import { RPC_CODE, RpcError } from '../../error.js';
import { helpText } from '../../help-text.js';
import type { Method } from '../../method.js';

const SET_BAN: Method = {
  name: 'setban',
  category: 'Network',
  description: 'Bans an address or a network, or ends a ban.',
  parameters: [
    { name: 'subnet', type: 'string', description: 'An address, or a network such as 10.0.0.0/8.' },
    { name: 'command', type: 'string', description: 'add or remove.' },
    { name: 'bantime', type: 'numeric', description: 'Seconds, or the end in seconds since 1970.', default: '0, for that of -bantime' },
    { name: 'absolute', type: 'boolean', description: 'Whether bantime is the end.', default: 'false' },
  ],
  result: 'null',
  handler: (args, { core: { peers, clock, log } }) => {
    const command = args.string('command');
    if (command !== 'add' && command !== 'remove') throw new RpcError(RPC_CODE.MISC_ERROR, helpText(SET_BAN));
    const text = args.string('subnet');
    const address = peers.bans.parse(text);
    if (address === undefined) throw new RpcError(RPC_CODE.INVALID_IP_OR_SUBNET, 'Error: Invalid IP/Subnet');
    if (command === 'remove') {
      if (peers.bans.remove(address)) return null;
      throw new RpcError(
        RPC_CODE.INVALID_IP_OR_SUBNET,
        'Error: Unban failed. Requested address/subnet was not previously manually banned.',
      );
    }
    const single = numericAddress(text);
    const known = single === undefined ? peers.bans.hasExactly(address) : peers.bans.has(single);
    if (known) throw new RpcError(RPC_CODE.NODE_ALREADY_ADDED, 'Error: IP/Subnet already banned');
    const now = Math.floor(clock.timer() / 1000);
    const time = args.has('bantime') ? args.integer('bantime') : 0;
    const absolute = args.has('absolute') && args.boolean('absolute');
    if (absolute && time < now) throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Error: Absolute timestamp is in the past');
    peers.bans.add({ address, createdAt: now, until: absolute ? time : now + (time > 0 ? time : peers.banTime) });
    log.debug('net', () => `Banned ${address}`);
    peers.network?.disconnectBanned();
    return null;
  },
};

/** Bans of addresses. */
export const BAN_METHODS: Method[] = [
  SET_BAN,
  {
    name: 'listbanned',
    category: 'Network',
    description: 'The banned addresses and networks.',
    parameters: [],
    result: '[{...}] (array) addresses; times in seconds',
    handler: (_, { core: { peers, clock } }) => {
      const now = Math.floor(clock.timer() / 1000);
      return peers.bans.list().map(({ address, createdAt, until }) => ({
        address,
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
    description: 'Ends all bans.',
    parameters: [],
    result: 'null',
    handler: (_, { core: { peers } }) => {
      peers.bans.clear();
      return null;
    },
  },
];
