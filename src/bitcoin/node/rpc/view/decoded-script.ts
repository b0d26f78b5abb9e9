import { encodeAddress } from '../../../protocol/address/address.js';
import { hash160, sha256 } from '../../../protocol/crypto/hash.js';
import { inferKnownDescriptor } from '../../../protocol/descriptor/infer-known-descriptor.js';
import { instructionAt } from '../../../protocol/script/instruction.js';
import { isOpSuccess, OP } from '../../../protocol/script/opcodes.js';
import { isUnspendable, matchScript, type ScriptPattern } from '../../../protocol/script/pattern.js';
import { payToScriptHash, payToWitness } from '../../../protocol/script/pay-to.js';
import { NO_KEYS } from '../../../protocol/script/signing/signing-keys.js';
import { hasValidOps } from '../decode/valid-ops.js';
import type { JsonObject } from '../json/json.js';
import { scriptJson } from './script.js';

const COMPRESSED_SIZE = 33;
const NEVER_WRAPPED: ScriptPattern['type'][] = ['nulldata', 'scripthash', 'witness_unknown', 'witness_v1_taproot', 'anchor'];

/** Formats a script as `decodescript` does: the script, and its P2SH and witness program. */
export function decodedScriptJson(script: Uint8Array): JsonObject {
  const pattern = matchScript(script);
  const { hex: _, ...own } = scriptJson(script);
  if (!canWrap(script, pattern)) return own;
  const program = segwitScript(script, pattern);
  return { ...own, p2sh: wrapped(script), segwit: program && { ...segwitJson(script, program), 'p2sh-segwit': wrapped(program) } };
}

function canWrap(script: Uint8Array, { type }: ScriptPattern): boolean {
  if (NEVER_WRAPPED.includes(type) || !hasValidOps(script) || isUnspendable(script)) return false;
  for (let at = 0; at < script.length; ) {
    const step = instructionAt(script, at);
    if (step === undefined || step.opcode === OP.CHECKSIGADD || isOpSuccess(step.opcode)) return false;
    at = step.next;
  }
  return true;
}

/** Returns the witness program of the script, or undefined, for example for uncompressed keys. */
function segwitScript(script: Uint8Array, pattern: ScriptPattern): Uint8Array | undefined {
  switch (pattern.type) {
    case 'pubkey':
      return pattern.key.length === COMPRESSED_SIZE ? payToWitness(hash160(pattern.key)) : undefined;
    case 'pubkeyhash':
      return payToWitness(pattern.hash);
    case 'multisig':
      return pattern.keys.every((key) => key.length === COMPRESSED_SIZE) ? payToWitness(sha256(script)) : undefined;
    case 'nonstandard':
      return payToWitness(sha256(script));
    default:
      return undefined;
  }
}

/** Of this output, the script is known. */
function segwitJson(script: Uint8Array, program: Uint8Array): JsonObject {
  const { asm, desc: _, ...others } = scriptJson(program);
  return { asm, desc: inferKnownDescriptor(program, { ...NO_KEYS, script: () => script }), ...others };
}

function wrapped(script: Uint8Array): string | undefined {
  return encodeAddress(payToScriptHash(script));
}
