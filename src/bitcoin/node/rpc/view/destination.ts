import { toHex } from '../../../protocol/codec/hex.js';
import { matchScript, witnessProgram } from '../../../protocol/script/pattern.js';
import type { JsonObject } from '../json/json.js';

/** Describes the destination of a script, as Core's `DescribeAddress`. */
export function destinationJson(script: Uint8Array): JsonObject {
  const { type } = matchScript(script);
  const witness = witnessProgram(script);
  if (witness === undefined) return { isscript: type === 'scripthash', iswitness: false };
  if (type === 'anchor') return { isscript: true, iswitness: true };
  return {
    isscript: type === 'witness_unknown' ? undefined : type !== 'witness_v0_keyhash',
    iswitness: true,
    witness_version: witness.version,
    witness_program: toHex(witness.program),
  };
}
