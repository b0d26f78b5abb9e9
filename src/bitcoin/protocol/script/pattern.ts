import { instructionAt, isMinimalPush, isPushOnly } from './instruction.js';
import { decodeNumber, encodeNumber } from './interpreter/number.js';
import { OP } from './opcodes.js';

/** The types of output script, by their names in Core's RPC, with their parts. */
export type ScriptPattern =
  | { type: 'pubkey'; key: Uint8Array }
  | { type: 'pubkeyhash' | 'scripthash'; hash: Uint8Array }
  | { type: 'multisig'; required: number; keys: Uint8Array[] }
  | WitnessPattern
  | { type: 'nulldata' | 'nonstandard' };
/** The types of witness programs; `anchor` is BIP433's pay-to-anchor. */
type WitnessPattern = {
  type: 'witness_v0_keyhash' | 'witness_v0_scripthash' | 'witness_v1_taproot' | 'anchor' | 'witness_unknown';
  version: number;
  program: Uint8Array;
};

/** The maximum of keys for OP_CHECKMULTISIG. */
export const MAX_PUBKEYS_PER_MULTISIG = 20;

/** Returns the type of an output script (Core's `Solver`). */
export function matchScript(script: Uint8Array): ScriptPattern {
  if (isPayToScriptHash(script)) return { type: 'scripthash', hash: script.slice(2, 22) };
  const witness = witnessProgram(script);
  if (witness !== undefined) return matchWitness(witness);
  if (script[0] === OP.RETURN && isPushOnly(script, 1)) return { type: 'nulldata' };
  const key = script.slice(1, -1);
  if (script.at(-1) === OP.CHECKSIG && script[0] === key.length && isPublicKeySize(key)) return { type: 'pubkey', key };
  if (isPayToPublicKeyHash(script)) return { type: 'pubkeyhash', hash: script.slice(3, 23) };
  return matchMultisig(script) ?? { type: 'nonstandard' };
}

/** OP_HASH160, 20 bytes, OP_EQUAL (BIP16). */
export function isPayToScriptHash(script: Uint8Array): boolean {
  return script.length === 23 && script[0] === OP.HASH160 && script[1] === 20 && script[22] === OP.EQUAL;
}

function isPayToPublicKeyHash(script: Uint8Array): boolean {
  return (
    script.length === 25 &&
    script[0] === OP.DUP &&
    script[1] === OP.HASH160 &&
    script[2] === 20 &&
    script[23] === OP.EQUALVERIFY &&
    script[24] === OP.CHECKSIG
  );
}

/** Returns the version and program of a script that consists of a number and a push of 2 to 40 bytes (BIP141). */
export function witnessProgram(script: Uint8Array): { version: number; program: Uint8Array } | undefined {
  const [opcode, length] = script;
  if (opcode === undefined || length === undefined || script.length < 4 || script.length > 42 || length + 2 !== script.length)
    return undefined;
  if (opcode === OP[0]) return { version: 0, program: script.slice(2) };
  return opcode >= OP[1] && opcode <= OP[16] ? { version: opcode - OP[1] + 1, program: script.slice(2) } : undefined;
}

/** Whether a witness program is the anchor: version 1, `4e73`. */
export function isAnchor(version: number, program: Uint8Array): boolean {
  return version === 1 && program.length === 2 && program[0] === 0x4e && program[1] === 0x73;
}

function matchWitness({ version, program }: { version: number; program: Uint8Array }): ScriptPattern {
  if (version === 0) {
    if (program.length === 20) return { type: 'witness_v0_keyhash', version, program };
    return program.length === 32 ? { type: 'witness_v0_scripthash', version, program } : { type: 'nonstandard' };
  }
  if (version === 1 && program.length === 32) return { type: 'witness_v1_taproot', version, program };
  return { type: isAnchor(version, program) ? 'anchor' : 'witness_unknown', version, program };
}

/** Whether a public key has the length of its first byte, including hybrid keys. */
export function isPublicKeySize(key: Uint8Array): boolean {
  const [prefix] = key;
  if (prefix === 2 || prefix === 3) return key.length === 33;
  return (prefix === 4 || prefix === 6 || prefix === 7) && key.length === 65;
}

function matchMultisig(script: Uint8Array): ScriptPattern | undefined {
  if (script.at(-1) !== OP.CHECKMULTISIG) return undefined;
  let step = instructionAt(script, 0);
  const required = smallNumber(step?.opcode, step?.data, 1);
  if (step === undefined || required === undefined) return undefined;
  const keys: Uint8Array[] = [];
  for (
    step = instructionAt(script, step.next);
    step?.data !== undefined && isPublicKeySize(step.data);
    step = instructionAt(script, step.next)
  ) {
    keys.push(step.data.slice());
  }
  const total = smallNumber(step?.opcode, step?.data, required);
  if (step === undefined || total !== keys.length || step.next + 1 !== script.length) return undefined;
  return { type: 'multisig', required, keys };
}

/** Returns a number from `least` to 20 with a minimal push. */
function smallNumber(opcode: number | undefined, data: Uint8Array | undefined, least: number): number | undefined {
  let value: number | undefined;
  if (opcode === undefined) return undefined;
  if (opcode >= OP[1] && opcode <= OP[16]) value = opcode - OP[1] + 1;
  else if (data !== undefined && data.length <= 4 && isMinimalPush(data, opcode)) value = decodeNumber(data, false);
  if (data !== undefined && value !== undefined && encodeNumber(value).length !== data.length) return undefined;
  return value !== undefined && value >= least && value <= MAX_PUBKEYS_PER_MULTISIG ? value : undefined;
}

/** Whether the script is unspendable, so that it is not stored as an unspent output. */
export function isUnspendable(script: Uint8Array): boolean {
  return script[0] === OP.RETURN || script.length > 10_000;
}
