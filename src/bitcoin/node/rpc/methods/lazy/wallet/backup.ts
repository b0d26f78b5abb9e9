import { claimName } from '../../../../data-folder/wallet-file.js';
import { readBackup, restoreWallet, writeBackup } from '../../../../wallet/backup.js';
import { findFile } from '../../../arguments/find-file.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { Method } from '../../../method.js';
import { LOAD_ON_STARTUP, noteStartup } from './managing.js';
import { walletOf, walletsOf } from './wallet-of.js';

/** Wallets in files. */
export const BACKUP_METHODS: Method[] = [
  {
    name: 'backupwallet',
    category: 'Wallet',
    description: 'Writes a wallet with its keys to a new file, or over an older backup. The file is JSON of this node.',
    parameters: [{ name: 'destination', type: 'string', description: 'A path, or an existing folder, in a folder for files of the node.' }],
    result: 'null',
    handler: async (args, context) => {
      const { state } = walletOf(context);
      if (await writeBackup(state, await findFile(context.core, args.string('destination')))) return null;
      throw new RpcError(RPC_CODE.WALLET_ERROR, 'Error: Wallet backup failed!');
    },
  },
  {
    name: 'restorewallet',
    category: 'Wallet',
    description: 'Creates and loads a wallet from a file of backupwallet, and reads the chain for its payments.',
    parameters: [
      { name: 'wallet_name', type: 'string', description: 'The name.' },
      { name: 'backup_file', type: 'string', description: 'The path, in a folder for files of the node.' },
      LOAD_ON_STARTUP,
    ],
    result: '{...} (object) the name, and warnings',
    handler: async (args, { core }) => {
      const [name, path] = [args.string('wallet_name'), await findFile(core, args.string('backup_file'))];
      const wallets = walletsOf(core);
      const backup = await readBackup(path);
      if (backup === 'missing') throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Backup file does not exist');
      const taken = new RpcError(RPC_CODE.WALLET_ALREADY_EXISTS, `Failed to create database path '${name}'. Database already exists.`);
      if (wallets.has(name)) throw taken;
      if (backup === 'unreadable') {
        const message = `Wallet file verification failed. '${path}' is not a backup of this node. Make one with backupwallet.`;
        throw new RpcError(RPC_CODE.WALLET_ERROR, message);
      }
      await claimName(core, name, taken);
      if (wallets.has(name)) throw taken;
      await restoreWallet(wallets, name, backup);
      noteStartup(args, wallets, name);
      return { name };
    },
  },
];
