import { claimName } from '../../../../data-folder/wallet-file.js';
import { balancesOf } from '../../../../wallet/coins.js';
import { createPassphrase, isLocked } from '../../../../wallet/encryption.js';
import type { WalletState } from '../../../../wallet/state.js';
import type { Wallets } from '../../../../wallet/wallets.js';
import type { Arguments } from '../../../arguments/arguments.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { Method } from '../../../method.js';
import { lastBlock, notLoaded, walletOf, walletsOf } from './wallet-of.js';

export const LOAD_ON_STARTUP: Parameter = {
  name: 'load_on_startup',
  type: 'boolean',
  description: 'Whether a node with a folder loads it at its start.',
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
      { name: 'passphrase', type: 'string', description: 'Encrypts the wallet, unless it is empty.', default: '' },
      { name: 'avoid_reuse', type: 'boolean', description: 'The flag of the same name.', default: 'false' },
      { name: 'descriptors', type: 'boolean', description: 'Only true.', default: 'true' },
      LOAD_ON_STARTUP,
      { name: 'external_signer', type: 'boolean', description: 'Only false.', default: 'false' },
    ],
    result: '{...} (object) the name, and warnings',
    handler: async (args, { core }) => {
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
      const passphrase = args.has('passphrase') ? args.string('passphrase') : undefined;
      const privateKeys = !flag('disable_private_keys', false);
      if (!privateKeys && passphrase !== undefined && passphrase !== '') {
        const message =
          'Passphrase provided but private keys are disabled. ' +
          'A passphrase is only used to encrypt private keys, so cannot be used for wallets with private keys disabled.';
        throw new RpcError(RPC_CODE.WALLET_ERROR, message);
      }
      const message = `Wallet file verification failed. Failed to create database path '${name}'. Database already exists.`;
      const taken = new RpcError(RPC_CODE.WALLET_ERROR, message);
      await claimName(core, name, taken);
      if (wallets.has(name)) throw taken;
      const { state } = wallets.create({
        name,
        privateKeys,
        blank: flag('blank', false),
        avoidReuse: flag('avoid_reuse', false),
        birth: core.clock.now(),
      });
      noteStartup(args, wallets, name);
      if (passphrase !== undefined && passphrase !== '') state.passphrase = createPassphrase(passphrase);
      const warnings = passphrase === '' ? ['Empty string given as passphrase, wallet will not be encrypted.'] : undefined;
      return { name, warnings };
    },
  },
  {
    name: 'loadwallet',
    category: 'Wallet',
    description: 'Loads a wallet that was unloaded.',
    parameters: [{ name: 'filename', type: 'string', description: 'The name.' }, LOAD_ON_STARTUP],
    result: '{...} (object) the name, and warnings',
    handler: async (args, { core }) => {
      const name = args.string('filename');
      const wallets = walletsOf(core);
      if (!wallets.has(name)) {
        const message = `Wallet file verification failed. Failed to load database path '${name}'. Path does not exist.`;
        throw new RpcError(RPC_CODE.WALLET_NOT_FOUND, message);
      }
      if (wallets.isFilling(name)) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Wallet already loading.');
      if (wallets.get(name) !== undefined) {
        throw new RpcError(RPC_CODE.WALLET_ALREADY_LOADED, `Wallet "${name}" is already loaded.`);
      }
      try {
        await wallets.load(name);
      } catch (error) {
        wallets.unload(name);
        throw error;
      }
      noteStartup(args, wallets, name);
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
      const wallets = walletsOf(context.core);
      const name = unloadName(args, context.walletName);
      if (wallets.get(name) === undefined) throw notLoaded();
      wallets.unload(name);
      noteStartup(args, wallets, name);
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
        .map((name) => ({ name, warnings: [] })),
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
        unlocked_until: state.passphrase === undefined ? undefined : isLocked(state) ? 0 : state.unlocked?.until,
        paytxfee: state.payFeeRate,
        private_keys_enabled: state.privateKeys,
        avoid_reuse: state.avoidReuse,
        scanning: false,
        descriptors: true,
        external_signer: false,
        blank: state.blank,
        flags: flagsOf(state),
        birthtime: birthOf(state),
        lastprocessedblock: lastBlock(view),
      };
    },
  },
];

/** Notes whether the node loads a wallet at its start, if the call says so. */
export function noteStartup(args: Arguments, wallets: Wallets, name: string): void {
  if (args.has('load_on_startup')) wallets.setStartup(name, args.boolean('load_on_startup'));
}

/** Returns the wallet that path and argument agree on. @throws RpcError −8 with Core's messages */
function unloadName(args: Arguments, path: string | undefined): string {
  const given = args.has('wallet_name') ? args.string('wallet_name') : undefined;
  const name = path ?? given;
  const invalid = (message: string) => new RpcError(RPC_CODE.INVALID_PARAMETER, message);
  if (name === undefined) throw invalid('Either the RPC endpoint wallet or the wallet name parameter must be provided');
  if (given !== undefined && given !== name)
    throw invalid('The RPC endpoint wallet and the wallet name parameter specify different wallets');
  return name;
}

/** Returns the flags under bitcoind's names. */
function flagsOf({ avoidReuse, privateKeys, blank }: WalletState): string[] {
  const flags = { avoid_reuse: avoidReuse, last_hardened_xpub_cached: true, disable_private_keys: !privateKeys };
  const all = { ...flags, blank, descriptor_wallet: true };
  return Object.entries(all).flatMap(([name, isSet]) => (isSet ? [name] : []));
}

/** Returns the earliest time of a descriptor. */
function birthOf({ descriptors }: WalletState): number | undefined {
  return descriptors.size === 0 ? undefined : Math.min(...[...descriptors.values()].map(({ timestamp }) => timestamp));
}

function keypoolSize(state: WalletState, internal: boolean): number {
  const active = [...state.descriptors.values()].filter((each) => each.active && (each.internal === true) === internal);
  return active.reduce((sum, { next, end }) => sum + end - next + 1, 0);
}
