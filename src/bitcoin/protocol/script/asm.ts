import { toHex } from '../codec/hex.js';
import { instructionAt } from './instruction.js';
import { isDefinedHashType, isStrictDer } from './interpreter/encoding.js';
import { decodeNumber } from './interpreter/number.js';
import { opcodeName } from './opcodes.js';
import { isUnspendable } from './pattern.js';

const SIGHASH_NAMES: Record<number, string> = {
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
};

export type AsmOptions = {
  /** Name the hash type after data that looks like a signature, as Core does in a `scriptSig`. @default false */
  sighashNames?: boolean | undefined;
};

/** Formats a script in Core's `asm` notation: pushes of up to 4 bytes as numbers, longer ones as hex, truncated ones as `[error]`. */
export function toAsm(script: Uint8Array, { sighashNames = false }: AsmOptions = {}): string {
  const words: string[] = [];
  const named = sighashNames && !isUnspendable(script);
  for (let at = 0; at < script.length; ) {
    const step = instructionAt(script, at);
    if (step === undefined) {
      words.push('[error]');
      break;
    }
    words.push(step.data === undefined ? opcodeName(step.opcode) : pushText(step.data, named));
    at = step.next;
  }
  return words.join(' ');
}

function pushText(data: Uint8Array, named: boolean): string {
  if (data.length <= 4) return String(decodeNumber(data, false));
  const name = named && isStrictDer(data) && isDefinedHashType(data) ? SIGHASH_NAMES[data.at(-1) ?? 0] : undefined;
  return name === undefined ? toHex(data) : `${toHex(data.subarray(0, -1))}[${name}]`;
}
