import { balancesOf } from '../../../../wallet/coins.js';
import { KEYPOOL_SIZE } from '../../../../wallet/keys.js';
import type { WalletState } from '../../../../wallet/state.js';
import type { Arguments } from '../../../arguments/arguments.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { Method } from '../../../method.js';
import { lastBlock, walletOf, walletsOf } from './wallet-of.js';

const LOAD_ON_STARTUP: Parameter = {
  name: 'load_on_startup',
  type: 'boolean',
  description: 'Accepted without effect: wallets are in memory.',
  default: '',
};

/** Creation, selection and state of wallets. */
export const MANAGING_METHODS: Method[] = [
  {
    name: 'createwallet',
    category: 'Wallet',
    description: 'Creates and loads a wallet of descriptors.',
    parameters: [
      { name: 'wallet_name', type: 'string', description: 'The name.' },
      { name: 'disable_private_keys', type: 'boolean', description: 'Create a watch-only wallet.', default: 'false' },
      { name: 'blank', type: 'boolean', description: 'Create a wallet without keys.', default: 'false' },
      { name: 'passphrase', type: 'string', description: 'Only an empty one: wallets are not encrypted.', default: '' },
      { name: 'avoid_reuse', type: 'boolean', description: 'The flag of the same name.', default: 'false' },
      { name: 'descriptors', type: 'boolean', description: 'Only true.', default: 'true' },
      LOAD_ON_STARTUP,
      { name: 'external_signer', type: 'boolean', description: 'Only false.', default: 'false' },
    ],
    result: '{...} (object) the name, and warnings',
    handler: (args, { core }) => {
      const name = args.string('wallet_name');
      const wallets = walletsOf(core);
      const flag = (key: string, otherwise: boolean) => (args.has(key) ? args.boolean(key) : otherwise);
      if (!flag('descriptors', true)) {
        throw new RpcError(
          RPC_CODE.WALLET_ERROR,
          'descriptors argument must be set to "true"; it is no longer possible to create a legacy wallet.',
        );
      }
      if (flag('external_signer', false)) throw new RpcError(RPC_CODE.WALLET_ERROR, 'This node has no support for external signers');
      if (args.has('passphrase') && args.string('passphrase') !== '') {
        throw new RpcError(RPC_CODE.WALLET_ERROR, 'This node does not encrypt wallets. Leave out "passphrase".');
      }
      if (wallets.has(name)) {
        const message = `Wallet file verification failed. Failed to create database path '${name}'. Database already exists.`;
        throw new RpcError(RPC_CODE.WALLET_ERROR, message);
      }
      const privateKeys = !flag('disable_private_keys', false);
      wallets.create({ name, privateKeys, blank: flag('blank', false), avoidReuse: flag('avoid_reuse', false), birth: core.clock.now() });
      return { name };
    },
  },
  {
    name: 'loadwallet',
    category: 'Wallet',
    description: 'Loads a wallet that was unloaded.',
    parameters: [{ name: 'filename', type: 'string', description: 'The name.' }, LOAD_ON_STARTUP],
    result: '{...} (object) the name, and warnings',
    handler: (args, { core }) => {
      const name = args.string('filename');
      const wallets = walletsOf(core);
      if (!wallets.has(name)) {
        const message = `Wallet file verification failed. Failed to load database path '${name}'. Path does not exist.`;
        throw new RpcError(RPC_CODE.WALLET_NOT_FOUND, message);
      }
      if (wallets.get(name) !== undefined) {
        throw new RpcError(RPC_CODE.WALLET_ALREADY_LOADED, `Wallet "${name}" is already loaded.`);
      }
      wallets.load(name);
      return { name };
    },
  },
  {
    name: 'unloadwallet',
    category: 'Wallet',
    description: 'Unloads a wallet. It stays in memory.',
    parameters: [{ name: 'wallet_name', type: 'string', description: 'The name.', default: 'the wallet of the path' }, LOAD_ON_STARTUP],
    result: '{...} (object) warnings',
    handler: (args, context) => {
      walletsOf(context.core).unload(unloadName(args, context.walletName) ?? walletOf(context).state.name);
      return {};
    },
  },
  {
    name: 'listwallets',
    category: 'Wallet',
    description: 'The names of the loaded wallets.',
    parameters: [],
    result: '[...] (array) names',
    handler: (_, { core }) => walletsOf(core).loaded(),
  },
  {
    name: 'listwalletdir',
    category: 'Wallet',
    description: 'The names of all wallets.',
    parameters: [],
    result: '{...} (object) the wallets',
    handler: (_, { core }) => ({
      wallets: walletsOf(core)
        .names()
        .map((name) => ({ name })),
    }),
  },
  {
    name: 'getwalletinfo',
    category: 'Wallet',
    description: 'The state of a wallet.',
    parameters: [],
    result: '{...} (object)',
    handler: (_, context) => {
      const view = walletOf(context);
      const { state } = view;
      const { trusted, pending, immature } = balancesOf(view);
      return {
        walletname: state.name,
        walletversion: 169900,
        format: 'sqlite',
        balance: trusted,
        unconfirmed_balance: pending,
        immature_balance: immature,
        txcount: state.transactions.size,
        keypoolsize: keypoolSize(state, false),
        keypoolsize_hd_internal: keypoolSize(state, true),
        paytxfee: 0n,
        private_keys_enabled: state.privateKeys,
        avoid_reuse: state.avoidReuse,
        scanning: false,
        descriptors: true,
        external_signer: false,
        blank: state.descriptors.size === 0,
        birthtime: state.birth,
        lastprocessedblock: lastBlock(view),
      };
    },
  },
];

function unloadName(args: Arguments, path: string | undefined): string | undefined {
  return args.has('wallet_name') ? args.string('wallet_name') : path;
}

function keypoolSize(state: WalletState, internal: boolean): number {
  const active = [...state.descriptors.values()].filter((each) => each.active && (each.internal === true) === internal);
  return active.length * KEYPOOL_SIZE;
}
