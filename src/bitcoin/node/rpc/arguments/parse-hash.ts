import { RPC_CODE, RpcError } from '../error.js';

/** Parses a hash argument to lower case. @param label its name in messages @throws RpcError −8 with Core's messages */
export function parseHash(text: string, label: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes !== 64) throw new RpcError(RPC_CODE.INVALID_PARAMETER, `${label} must be of length 64 (not ${bytes}, for '${text}')`);
  if (!/^[0-9a-fA-F]*$/.test(text)) throw new RpcError(RPC_CODE.INVALID_PARAMETER, `${label} must be hexadecimal string (not '${text}')`);
  return text.toLowerCase();
}
