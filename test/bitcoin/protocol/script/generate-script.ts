import { pushData, pushNumber } from '#dist/bitcoin/protocol/script/build.js';
import { encodeNumber } from '#dist/bitcoin/protocol/script/interpreter/number.js';
import { OP } from '#dist/bitcoin/protocol/script/opcodes.js';
import type { Random } from './random.js';

/** Part of a script; `separator` is the offset behind an OP_CODESEPARATOR in it that runs. */
export type Snippet = { code: Uint8Array; opcodes: number; separator?: { offset: number; position: number } | undefined };

const ARITHMETIC = [0x93, 0x94, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4];
const UNARY = [0x8b, 0x8c, 0x8f, 0x90, 0x91, 0x92, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa];
const NOPS = [0x61, 0xb0, 0xb3, 0xb4, 0xb9];
const SHUFFLES: [items: number, opcode: number, left: number][] = [
  [2, OP['2DUP'], 4],
  [3, OP['3DUP'], 6],
  [4, OP['2OVER'], 6],
  [6, OP['2ROT'], 6],
  [4, OP['2SWAP'], 4],
  [1, OP.DUP, 2],
  [2, OP.NIP, 1],
  [2, OP.OVER, 3],
  [3, OP.ROT, 3],
  [2, OP.SWAP, 2],
  [2, OP.TUCK, 3],
];

/** Code that mostly leaves the stack as it found it, and now and then breaks the script. */
export function generatePadding(random: Random): Snippet {
  const snippets = Array.from({ length: random.below(4) }, () => generateSnippet(random));
  let code = new Uint8Array(0);
  let opcodes = 0;
  let separator: Snippet['separator'];
  for (const snippet of snippets) {
    if (snippet.separator !== undefined) {
      separator = { offset: code.length + snippet.separator.offset, position: opcodes + snippet.separator.position };
    }
    code = Uint8Array.of(...code, ...snippet.code);
    opcodes += snippet.opcodes;
  }
  return { code, opcodes, separator };
}

function generateSnippet(random: Random): Snippet {
  switch (random.below(12)) {
    case 0:
      return { code: Uint8Array.of(OP.CODESEPARATOR), opcodes: 1, separator: { offset: 1, position: 0 } };
    case 1:
      return { code: Uint8Array.of(random.pick(NOPS)), opcodes: 1 };
    case 2:
      return join([generateNumber(random), generateNumber(random)], [random.pick(ARITHMETIC), OP.DROP]);
    case 3:
      return join([generateNumber(random)], [random.pick(UNARY), OP.DROP]);
    case 4: {
      const [items, opcode, left] = random.pick(SHUFFLES);
      return join(
        Array.from({ length: items }, () => generateNumber(random)),
        [opcode, ...new Array<number>(left).fill(OP.DROP)],
      );
    }
    case 5:
      return join([generateNumber(random)], [OP.TOALTSTACK, OP.FROMALTSTACK, OP.DROP]);
    case 6:
      return generateBranch(random);
    case 7:
      return join([generateNumber(random)], [random.pick([OP.CHECKLOCKTIMEVERIFY, OP.CHECKSEQUENCEVERIFY]), OP.DROP]);
    case 8:
      return join([generateNumber(random), pushNumber(random.below(3))], [random.pick([OP.PICK, OP.ROLL]), OP.DROP, OP.DROP]);
    case 9:
      return join([generateNumber(random), generateNumber(random), generateNumber(random)], [OP.WITHIN, OP.DROP]);
    case 10:
      return random.oneIn(8) ? { code: Uint8Array.of(random.below(256)), opcodes: 1 } : join([], [OP.DEPTH, OP.SIZE, OP.DROP, OP.DROP]);
    default:
      return join([generateNumber(random)], [OP.IFDUP, OP.DEPTH, OP.DROP, OP.SIZE, OP.DROP, OP.DROP]);
  }
}

/** A branch that does not run may hold anything. */
function generateBranch(random: Random): Snippet {
  const skipped = random.oneIn(3)
    ? [random.pick([0x50, 0x62, 0x65, 0x6a, 0x7e, 0x89, 0xab, 0xba, 0xff])]
    : [...pushData(random.bytes(random.below(5)))];
  const condition = random.oneIn(6) ? random.pick([pushData(Uint8Array.of(2)), pushData(Uint8Array.of(0))]) : Uint8Array.of(OP[0]);
  const count = 4;
  return { code: Uint8Array.of(...condition, OP.IF, ...skipped, OP.ENDIF), opcodes: count };
}

/** Mostly a small number in its shortest form; else a large, a long or a padded one. */
function generateNumber(random: Random): Uint8Array {
  if (!random.oneIn(5)) return pushNumber(random.below(20) - 2);
  return random.pick([
    () => pushNumber(random.below(0x7fffffff)),
    () => pushNumber(-random.below(0x7fffffff)),
    () => pushData(encodeNumber(0x80000000 + random.below(1000))),
    () => pushData(Uint8Array.of(random.below(256), 0)),
    () => pushData(random.bytes(random.below(6))),
  ])();
}

function join(pushes: Uint8Array[], opcodes: number[]): Snippet {
  return { code: new Uint8Array(Buffer.concat([...pushes, Uint8Array.from(opcodes)])), opcodes: pushes.length + opcodes.length };
}

/** A script of any opcodes at all on top of some numbers. */
export function generateNoise(random: Random): Uint8Array {
  const steps = Array.from({ length: 1 + random.below(14) }, () => {
    if (random.oneIn(2)) return generateNumber(random);
    // Mostly opcodes that mean something, CHECKSIG and what follows it less often than the rest.
    const opcode = random.oneIn(12) ? random.below(256) : random.oneIn(6) ? OP.CHECKSIG + random.below(15) : 0x61 + random.below(0x4b);
    return Uint8Array.of(opcode);
  });
  return new Uint8Array(Buffer.concat(steps));
}
