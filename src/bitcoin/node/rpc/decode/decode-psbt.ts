import { inTurns } from '../../../../base/turns.js';
import { DecodeError } from '../../../protocol/codec/error.js';
import { ExtraDataError, parseSteps } from '../../../protocol/psbt/decode.js';
import { serializePsbt } from '../../../protocol/psbt/encode.js';
import type { Psbt } from '../../../protocol/psbt/psbt.js';
import { RPC_CODE, RpcError, wrongType } from '../error.js';

/** Decodes a PSBT argument. Other calls are answered meanwhile. @throws RpcError with Core's text */
export async function decodePsbt(text: unknown): Promise<Psbt> {
  if (typeof text !== 'string') throw wrongType(text, 'string');
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw undecodable('invalid base64');
  try {
    return await inTurns(parseSteps(bytes));
  } catch (error) {
    // Core's stream errors include their kind.
    if (error instanceof DecodeError)
      throw undecodable(error instanceof ExtraDataError ? error.message : `${error.message}: iostream error`);
    throw error;
  }
}

/** Returns a PSBT in base64. */
export function encodePsbt(psbt: Psbt): string {
  return Buffer.from(serializePsbt(psbt)).toString('base64');
}

/** Canonical base64: padded, without other characters. */
function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined;
}

function undecodable(what: string): RpcError {
  return new RpcError(RPC_CODE.DESERIALIZATION_ERROR, `TX decode failed ${what}`);
}
