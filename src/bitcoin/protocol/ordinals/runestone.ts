import { instructions } from '../script/instruction.js';
import { OP } from '../script/opcodes.js';

/** A rune by the block and the transaction of its etching. */
export type RuneId = { block: bigint; tx: bigint };
/** `output` is the one that receives; the number of outputs stands for all of them. */
type Edict = { id: RuneId; amount: bigint; output: number };
/** A new rune. `name` is absent if the block chooses it. */
export type Etching = { name?: string; symbol?: string; divisibility: number; premine: bigint; terms?: MintTerms; turbo: boolean };
/** Who may mint: until `cap` mints of `amount` each, between heights, which are also counted from the etching. */
export type MintTerms = {
  amount?: bigint;
  cap?: bigint;
  height: readonly [start: bigint | undefined, end: bigint | undefined];
  offset: readonly [start: bigint | undefined, end: bigint | undefined];
};
/** A message of the protocol of runes (docs.ordinals.com/runes). A cenotaph is a malformed one: it burns its runes. */
export type Runestone = { isCenotaph: boolean; etching?: Etching; mint?: RuneId; edicts: readonly Edict[]; pointer?: number };

/** The opcode after OP_RETURN. */
const MAGIC = OP[1] + 12;
const BODY = 0n;
const TAG = {
  divisibility: 1n,
  flags: 2n,
  spacers: 3n,
  rune: 4n,
  symbol: 5n,
  premine: 6n,
  cap: 8n,
  amount: 10n,
  heightStart: 12n,
  heightEnd: 14n,
  offsetStart: 16n,
  offsetEnd: 18n,
  mint: 20n,
  pointer: 22n,
} as const;
const FLAG = { etching: 1n, terms: 2n, turbo: 4n } as const;
const MOST_DIVISIBILITY = 38n;
const MOST_SPACERS = 0x7ff_ffffn;
const MOST_SYMBOL = 0x10_ffffn;
const U32 = 0xffff_ffffn;
const U64 = 0xffff_ffff_ffff_ffffn;
const U128 = (1n << 128n) - 1n;
/** Bytes of the longest number. */
const LONGEST = 19;
const LETTERS = 26n;

/**
 * Returns the runestone of a transaction: the first output that begins with OP_RETURN OP_13.
 * @param scripts of all outputs
 */
export function runestoneOf(scripts: readonly Uint8Array[]): Runestone | undefined {
  const script = scripts.find((bytes) => bytes[0] === OP.RETURN && bytes[1] === MAGIC);
  if (script === undefined) return undefined;
  const numbers = numbersOf(script);
  return numbers === undefined ? { isCenotaph: true, edicts: [] } : decipher(numbers, scripts.length);
}

/** @returns undefined for an opcode that pushes no data, a push that is cut off, and a malformed number */
function numbersOf(script: Uint8Array): bigint[] | undefined {
  const pushes: Uint8Array[] = [];
  let end = 2;
  for (const { data, next } of instructions(script, end)) {
    if (data === undefined) return undefined;
    pushes.push(data);
    end = next;
  }
  return end === script.length ? readNumbers(Buffer.concat(pushes)) : undefined;
}

/** LEB128 of up to 128 bits. */
function readNumbers(bytes: Uint8Array): bigint[] | undefined {
  const numbers: bigint[] = [];
  let value = 0n;
  let length = 0;
  for (const byte of bytes) {
    value |= BigInt(byte & 0x7f) << BigInt(7 * length++);
    if (value > U128 || length > LONGEST) return undefined;
    if ((byte & 0x80) !== 0) continue;
    numbers.push(value);
    [value, length] = [0n, 0];
  }
  return length === 0 ? numbers : undefined;
}

function decipher(numbers: readonly bigint[], outputs: number): Runestone {
  const fields = new Map<bigint, bigint[]>();
  let isCenotaph = false;
  let edicts: Edict[] = [];
  for (let at = 0; at < numbers.length; at += 2) {
    const [tag, value] = [numbers[at] as bigint, numbers[at + 1]];
    if (tag === BODY) {
      const read = readEdicts(numbers.slice(at + 1), outputs);
      edicts = read.edicts;
      isCenotaph ||= read.isCut;
      break;
    }
    if (value === undefined) {
      isCenotaph = true;
      break;
    }
    const values = fields.get(tag);
    // A tag may come hundreds of thousands of times.
    if (values === undefined) fields.set(tag, [value]);
    else values.push(value);
  }
  /** Takes the values of a tag. Others stay, and so do those that are too large. */
  const take = (tag: bigint, most = U128, count = 1): readonly bigint[] => {
    const all = fields.get(tag) ?? [];
    const values = all.slice(0, count);
    if (values.length < count || values.some((value) => value > most)) return [];
    if (all.length === count) fields.delete(tag);
    else fields.set(tag, all.slice(count));
    return values;
  };
  let [flags = 0n] = take(TAG.flags);
  const hasFlag = (flag: bigint): boolean => {
    const has = (flags & flag) !== 0n;
    flags &= ~flag;
    return has;
  };
  const etching = hasFlag(FLAG.etching) ? readEtching(take, hasFlag) : undefined;
  const [block, tx] = take(TAG.mint, U64, 2);
  const mint = block !== undefined && tx !== undefined && isId(block, tx) ? { block, tx } : undefined;
  const [pointer] = take(TAG.pointer, BigInt(outputs - 1));
  // Readers ignore odd tags that they do not know.
  const isUnknown = flags !== 0n || [...fields.keys()].some((tag) => tag % 2n === 0n);
  isCenotaph ||= isUnknown || (block !== undefined && mint === undefined) || (etching !== undefined && supplyOf(etching) > U128);
  return {
    isCenotaph,
    ...(etching === undefined ? {} : { etching }),
    ...(mint === undefined ? {} : { mint }),
    edicts: isCenotaph ? [] : edicts,
    ...(pointer === undefined ? {} : { pointer: Number(pointer) }),
  };
}

function readEtching(take: (tag: bigint, most?: bigint) => readonly bigint[], hasFlag: (flag: bigint) => boolean): Etching {
  const [divisibility = 0n] = take(TAG.divisibility, MOST_DIVISIBILITY);
  const [premine = 0n] = take(TAG.premine);
  const [rune] = take(TAG.rune);
  const [spacers = 0n] = take(TAG.spacers, MOST_SPACERS);
  const [symbol] = take(TAG.symbol, MOST_SYMBOL);
  const terms = hasFlag(FLAG.terms) ? readTerms(take) : undefined;
  return {
    ...(rune === undefined ? {} : { name: runeName(rune, spacers) }),
    ...(symbol === undefined || isSurrogate(symbol) ? {} : { symbol: String.fromCodePoint(Number(symbol)) }),
    divisibility: Number(divisibility),
    premine,
    ...(terms === undefined ? {} : { terms }),
    turbo: hasFlag(FLAG.turbo),
  };
}

/** Half of a pair of UTF-16, which is no character. */
function isSurrogate(symbol: bigint): boolean {
  return symbol >= 0xd800n && symbol <= 0xdfffn;
}

/** Everything that is ever minted. */
function supplyOf({ premine, terms }: Etching): bigint {
  return premine + (terms?.cap ?? 0n) * (terms?.amount ?? 0n);
}

function readTerms(take: (tag: bigint, most?: bigint) => readonly bigint[]): MintTerms {
  const [[cap], [amount]] = [take(TAG.cap), take(TAG.amount)];
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(cap === undefined ? {} : { cap }),
    height: [take(TAG.heightStart, U64)[0], take(TAG.heightEnd, U64)[0]],
    offset: [take(TAG.offsetStart, U64)[0], take(TAG.offsetEnd, U64)[0]],
  };
}

/** The id of each edict is the difference to the one before: of the block, and in the same block of the transaction. */
function readEdicts(numbers: readonly bigint[], outputs: number): { edicts: Edict[]; isCut: boolean } {
  const edicts: Edict[] = [];
  let [block, tx] = [0n, 0n];
  for (let at = 0; at < numbers.length; at += 4) {
    const [blocks, txs, amount, output] = numbers.slice(at, at + 4);
    if (blocks === undefined || txs === undefined || amount === undefined || output === undefined) return { edicts, isCut: true };
    tx = blocks === 0n ? tx + txs : txs;
    block += blocks;
    if (!isId(block, tx) || output > BigInt(outputs)) return { edicts, isCut: true };
    edicts.push({ id: { block, tx }, amount, output: Number(output) });
  }
  return { edicts, isCut: false };
}

function isId(block: bigint, tx: bigint): boolean {
  return block <= U64 && tx <= U32 && (block > 0n || tx === 0n);
}

/** Returns a name: a number of base 26 without zero, with `•` after the letters that `spacers` has bits for. */
function runeName(rune: bigint, spacers: bigint): string {
  let name = '';
  for (let rest = rune + 1n; rest > 0n; rest = (rest - 1n) / LETTERS) name = String.fromCharCode(65 + Number((rest - 1n) % LETTERS)) + name;
  return [...name].map((letter, at) => (at < name.length - 1 && ((spacers >> BigInt(at)) & 1n) === 1n ? `${letter}•` : letter)).join('');
}
