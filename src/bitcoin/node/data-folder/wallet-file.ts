import { createHash } from '#platform/crypto.js';
import { access } from '#platform/files.js';
import { makeFolder } from '#platform/make-folder.js';
import { dirname, join } from '#platform/paths.js';
import type { NodeCore } from '../core.js';
import type { RpcError } from '../rpc/error.js';
import { checkWalletName, fileError } from '../wallet/name.js';
import type { Backup } from '../wallet/stored-schema.js';
import { replaceFile } from './read.js';

/** In the folder of a wallet. */
const FILE = 'wallet.json';
/** The most bytes of the name of a folder. */
const MAX_NAME = 255;
/** Names that mean something else in the folder of all wallets: other folders, and the file of the wallet without a name. */
const RESERVED = /^(\.\.?|wallet\.json(\.new)?)$/;

/**
 * Returns the path of a wallet's file in the folder of all. The wallet without a name has no folder of its own. That of others has their
 * name, percent-encoded; if it is too long then, a hash with a percent sign at its end, where no encoded name has one.
 */
function walletFile(folder: string, name: string): string {
  const encoded = encodeURIComponent(name).replace(RESERVED, (text) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`);
  return join(folder, encoded.length <= MAX_NAME ? encoded : `${createHash('sha256').update(name).digest('hex')}%`, FILE);
}

/**
 * Returns the name of the wallet in a file: that of its folder, which its owner may have changed. @returns undefined for a foreign folder
 */
export function walletName(folder: string, entry: string, { name }: Backup): string | undefined {
  if (walletFile(folder, name) === pathOf(folder, entry)) return name;
  try {
    return decodeURIComponent(entry);
  } catch {
    return undefined;
  }
}

/** Returns the path of the file of an entry in the folder of all wallets. */
export function pathOf(folder: string, entry: string): string {
  return entry === FILE ? join(folder, FILE) : join(folder, entry, FILE);
}

/**
 * Checks the name of a new wallet, as bitcoind does when it creates the file: in a node that keeps files, the folder of the wallet
 * is created.
 * @param taken the error if there is such a file
 * @throws RpcError −1 if no file can have the name
 */
export async function claimName({ storage }: NodeCore, name: string, taken: RpcError): Promise<void> {
  checkWalletName(name);
  if (storage === undefined) return;
  const path = walletFile(storage.wallets, name);
  try {
    makeFolder(dirname(path), 0o700);
    await access(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw code === 'EEXIST' ? taken : fileError(message, name);
  }
  throw taken;
}

/** Writes the file of a wallet. */
export async function writeWallet(folder: string, wallet: Backup): Promise<void> {
  const path = walletFile(folder, wallet.name);
  makeFolder(dirname(path), 0o700);
  await replaceFile(path, JSON.stringify(wallet, undefined, 2));
}
