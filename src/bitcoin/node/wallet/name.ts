import { RPC_CODE, RpcError } from '../rpc/error.js';

/** The most bytes of a file's name, and of a path with its final NUL, on Linux. */
const MAX_NAME = 255;
const MAX_PATH = 4096;

/**
 * Checks the name of a new wallet. bitcoind uses it as a path, so that its parts have the limits of names of files, also in a node without
 * a folder.
 * @throws RpcError −1
 */
export function checkWalletName(name: string): void {
  const isTooLong = Buffer.byteLength(name) >= MAX_PATH || name.split('/').some((part) => Buffer.byteLength(part) > MAX_NAME);
  if (isTooLong) throw fileError('symlink_status: File name too long', name);
  if (/[\0\p{Surrogate}]/u.test(name)) throw fileError('symlink_status: Invalid argument', name);
}

/** Returns bitcoind's error for a path that the system refuses. */
export function fileError(reason: string, path: string): RpcError {
  return new RpcError(RPC_CODE.MISC_ERROR, `filesystem error: ${reason} [${path}]`);
}
