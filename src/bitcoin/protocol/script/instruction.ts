import { OP } from './opcodes.js';

/** An instruction of a script: `data` is the data of a push (a view, empty for OP_0), `next` the offset after it. */
export type Instruction = { opcode: number; data: Uint8Array | undefined; next: number };

const EMPTY = new Uint8Array(0);

/** Returns the instruction at an offset, or undefined at the end and for a truncated push. */
export function instructionAt(script: Uint8Array, offset: number): Instruction | undefined {
  const opcode = script[offset];
  if (opcode === undefined) return undefined;
  if (opcode > OP.PUSHDATA4) return { opcode, data: undefined, next: offset + 1 };
  if (opcode === 0) return { opcode, data: EMPTY, next: offset + 1 };
  const start = offset + 1 + lengthBytes(opcode);
  if (start > script.length) return undefined;
  const length = opcode < OP.PUSHDATA1 ? opcode : littleEndian(script, offset + 1, start);
  const next = start + length;
  return next > script.length ? undefined : { opcode, data: script.subarray(start, next), next };
}

function lengthBytes(opcode: number): number {
  return opcode === OP.PUSHDATA1 ? 1 : opcode === OP.PUSHDATA2 ? 2 : opcode === OP.PUSHDATA4 ? 4 : 0;
}

function littleEndian(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = end - 1; i >= start; i--) value = value * 256 + (bytes[i] ?? 0);
  return value;
}

/** Iterates over the instructions up to the end or the first truncated push. */
export function* instructions(script: Uint8Array, offset = 0): Generator<Instruction, void, undefined> {
  for (let step = instructionAt(script, offset); step !== undefined; step = instructionAt(script, step.next)) yield step;
}

/** Whether everything from `offset` on is a push; OP_RESERVED counts as one, as in Core. */
export function isPushOnly(script: Uint8Array, offset = 0): boolean {
  let at = offset;
  while (at < script.length) {
    const step = instructionAt(script, at);
    if (step === undefined || step.opcode > OP[16]) return false;
    at = step.next;
  }
  return true;
}

/** BIP62's rule 3: whether a push has the shortest form for its data. */
export function isMinimalPush(data: Uint8Array, opcode: number): boolean {
  const [first = 0] = data;
  if (data.length === 0) return opcode === OP[0];
  if (data.length === 1 && ((first >= 1 && first <= 16) || first === 0x81)) return false;
  if (data.length < OP.PUSHDATA1) return opcode === data.length;
  if (data.length <= 0xff) return opcode === OP.PUSHDATA1;
  if (data.length <= 0xffff) return opcode === OP.PUSHDATA2;
  return true;
}
