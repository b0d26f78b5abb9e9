import { OP } from '../protocol/script/opcodes.js';

/** Names of opcodes as Esplora writes them, where they differ from Bitcoin Core's. */
const NAMES: Record<number, string> = {
  [OP[0]]: 'OP_0',
  [OP['1NEGATE']]: 'OP_PUSHNUM_NEG1',
  [OP.CHECKLOCKTIMEVERIFY]: 'OP_CLTV',
  [OP.CHECKSEQUENCEVERIFY]: 'OP_CSV',
};
/** Opcodes that are followed by the length of their data, and the bytes of that length. */
const LENGTH_BYTES: Record<number, number> = { [OP.PUSHDATA1]: 1, [OP.PUSHDATA2]: 2, [OP.PUSHDATA4]: 4 };

/** Formats a script as Esplora does: `OP_DUP OP_HASH160 OP_PUSHBYTES_20 … OP_EQUALVERIFY OP_CHECKSIG`. */
export function scriptAsm(script: Uint8Array): string {
  const bytes = Buffer.from(script);
  const words: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const opcode = bytes[at++] ?? 0;
    const lengthBytes = LENGTH_BYTES[opcode] ?? 0;
    const isPush = opcode >= 1 && opcode <= OP.PUSHDATA4;
    words.push(nameOf(opcode));
    if (!isPush) continue;
    const length =
      lengthBytes === 0 ? opcode : bytes.length - at < lengthBytes ? Number.POSITIVE_INFINITY : bytes.readUIntLE(at, lengthBytes);
    at += lengthBytes;
    if (length > bytes.length - at) return [...words.slice(0, -1), '<unexpected end>'].join(' ');
    if (length > 0) words.push(bytes.toString('hex', at, at + length));
    at += length;
  }
  return words.join(' ');
}

function nameOf(opcode: number): string {
  const known = NAMES[opcode];
  if (known !== undefined) return known;
  if (opcode < OP.PUSHDATA1) return `OP_PUSHBYTES_${opcode}`;
  if (opcode >= OP[1] && opcode <= OP[16]) return `OP_PUSHNUM_${opcode - OP[1] + 1}`;
  const name = Object.entries(OP).find(([, code]) => code === opcode)?.[0];
  return name === undefined ? `OP_RETURN_${opcode}` : `OP_${name}`;
}
