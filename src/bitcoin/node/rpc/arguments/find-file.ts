import type { NodeCore } from '../../core.js';
import { RPC_CODE, RpcError } from '../error.js';

/** Returns the file that a caller names. @throws RpcError for one outside of the folders for files */
export async function findFile({ files }: NodeCore, path: string): Promise<string> {
  try {
    return await files.find(path);
  } catch (error) {
    if (error instanceof RangeError) throw new RpcError(RPC_CODE.INVALID_PARAMETER, error.message);
    throw error;
  }
}
