import { RPC_CODE, RpcError } from '../../../error.js';
import type { Method } from '../../../method.js';
import { walletOf } from './wallet-of.js';

/** Core's warning when the flag is set. */
const REUSE_WARNING =
  'You need to rescan the blockchain in order to correctly mark used destinations in the past. ' +
  'Until this is done, some destinations may be considered unused, even if the opposite is the case.';
const FLAGS = [
  'avoid_reuse',
  'key_origin_metadata',
  'last_hardened_xpub_cached',
  'disable_private_keys',
  'descriptor_wallet',
  'external_signer',
];

/** Flags of wallets. */
export const FLAG_METHODS: Method[] = [
  {
    name: 'setwalletflag',
    category: 'Wallet',
    description: 'Sets a flag of a wallet.',
    parameters: [
      { name: 'flag', type: 'string', description: 'avoid_reuse, which only getwalletinfo shows.' },
      { name: 'value', type: 'boolean', description: 'The new state.', default: 'true' },
    ],
    result: '{...} (object) the flag, its state, and warnings',
    handler: (args, context) => {
      const { state } = walletOf(context);
      const flag = args.string('flag');
      const value = !args.has('value') || args.boolean('value');
      const invalid = (message: string) => new RpcError(RPC_CODE.INVALID_PARAMETER, message);
      if (!FLAGS.includes(flag)) throw invalid(`Unknown wallet flag: ${flag}`);
      if (flag !== 'avoid_reuse') throw invalid(`Wallet flag is immutable: ${flag}`);
      if (state.avoidReuse === value) throw invalid(`Wallet flag is already set to ${value}: ${flag}`);
      state.avoidReuse = value;
      return { flag_name: flag, flag_state: value, warnings: value ? REUSE_WARNING : undefined };
    },
  },
];
