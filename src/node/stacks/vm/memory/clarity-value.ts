import type { Principal } from '../../../../chains/stacks/codec/principal.js';
import type { ClarityValue } from '../../../../chains/stacks/codec/value/value.js';
import { otherLayout } from './other-layout.js';
import type { View } from './view.js';

/*
 * The layout of a value, for one build of the VM. A value has 24 words, aligned to 16 bytes. Word 0 is the variant; a contract that is passed as a trait has
 * no variant, but the capacity of its name there. An integer is at word 4, everything else at word 1.
 */
const VALUE_WORDS = 24;
const VARIANT = { int: 0x80000000, uint: 0x80000001, bool: 0x80000002, sequence: 0x80000003, principal: 0x80000004 } as const;
const COMPOUND = { tuple: 0x80000005, optional: 0x80000006, response: 0x80000007 } as const;
/** A reference to a value elsewhere, where the VM expects a value or a reference. */
const BORROWED = 0x80000008;
/** The first word of a sequence; a list has the capacity of its items there. */
const SEQUENCE = { buffer: 0x80000000, string: 0x80000002 } as const;
const STANDARD_PRINCIPAL = 0x80000000;
const ASCII = 1;

/** A node of a B-tree with up to 11 fields of a tuple: values, the parent, names, the number of fields in the upper half of a word, the nodes below. */
const NODE = { names: 11 * VALUE_WORDS + 1, count: 11 * VALUE_WORDS + 34, children: 11 * VALUE_WORDS + 36 };

/** Returns the word at which a value is that may be a reference. */
export function borrowedValue({ words }: View, at: number): number {
  return words[at] === BORROWED ? word(words, at + 1) / 4 : at;
}

/** Whether the value at a word is `(err …)`. */
export function isErrAt({ words, bytes }: View, at: number): boolean {
  return words[at] === COMPOUND.response && bytes[4 * (at + 2)] === 0;
}

/** Whether the value at a word is `(ok …)`. */
export function isOkAt({ words, bytes }: View, at: number): boolean {
  return words[at] === COMPOUND.response && bytes[4 * (at + 2)] === 1;
}

/** Reads the value at a word. @throws DevnetError INTERNAL for memory of another layout */
export function readClarityValue(view: View, at: number): ClarityValue {
  const { words, bytes } = view;
  const inner = (place: number): ClarityValue => readClarityValue(view, word(words, place) / 4);
  switch (words[at]) {
    case VARIANT.int:
      return { type: 'int', value: BigInt.asIntN(128, readInteger(words, at + 4)) };
    case VARIANT.uint:
      return { type: 'uint', value: readInteger(words, at + 4) };
    case VARIANT.bool:
      return { type: 'bool', value: bytes[4 * (at + 1)] === 1 };
    case VARIANT.sequence:
      return readSequence(view, at + 1);
    case VARIANT.principal:
      return { type: 'principal', value: readPrincipal(view, at + 1) };
    case COMPOUND.tuple:
      return { type: 'tuple', fields: readFields(view, word(words, at + 2) / 4, word(words, at + 3), word(words, at + 4)) };
    case COMPOUND.optional:
      return words[at + 1] === 0 ? { type: 'none' } : { type: 'some', value: inner(at + 1) };
    case COMPOUND.response:
      return { type: isOkAt(view, at) ? 'ok' : 'err', value: inner(at + 1) };
    default:
      return { type: 'principal', value: readContractId(view, at) };
  }
}

/** Reads the identifier of a contract: its name, then the hash and the version of its address. */
export function readContractId(view: View, at: number): Principal {
  const text = view.text(at);
  if (!view.isText(text) || text.length > 128) throw otherLayout('no Clarity value');
  return { ...readAddress(view, at + 3), contract: view.string(at) };
}

function readAddress({ bytes }: View, at: number): Principal {
  const hash = Buffer.from(bytes.subarray(4 * at, 4 * at + 20));
  return { version: bytes[4 * at + 20] ?? 0, hash };
}

function readPrincipal(view: View, at: number): Principal {
  return view.words[at] === STANDARD_PRINCIPAL ? readAddress(view, at + 1) : readContractId(view, at);
}

function readSequence(view: View, at: number): ClarityValue {
  const { words } = view;
  if (words[at] === SEQUENCE.buffer) return { type: 'buffer', value: readBytes(view, at + 1) };
  if (words[at] !== SEQUENCE.string) {
    const first = word(words, at + 1) / 4;
    const items = Array.from({ length: word(words, at + 2) }, (_, i) => readClarityValue(view, first + i * VALUE_WORDS));
    return { type: 'list', items };
  }
  if (words[at + 1] === ASCII) return { type: 'string-ascii', value: readBytes(view, at + 2) };
  const first = word(words, at + 3) / 4;
  const characters = Array.from({ length: word(words, at + 4) }, (_, i) => view.string(first + 3 * i));
  return { type: 'string-utf8', value: characters.join('') };
}

function readBytes(view: View, at: number): Buffer {
  const { address, length } = view.text(at);
  return Buffer.from(view.bytes.subarray(address, address + length));
}

/** Reads the fields of a tuple from a B-tree, in the order of their names. */
function readFields(view: View, node: number, height: number, length: number): [string, ClarityValue][] {
  const fields: [string, ClarityValue][] = [];
  const visit = (at: number, level: number): void => {
    const count = word(view.words, at + NODE.count) >>> 16;
    for (let i = 0; i <= count; i++) {
      if (level > 0) visit(word(view.words, at + NODE.children + i) / 4, level - 1);
      if (i < count) fields.push([view.string(at + NODE.names + 3 * i), readClarityValue(view, at + i * VALUE_WORDS)]);
    }
  };
  if (length > 0) visit(node, height);
  if (fields.length !== length) throw otherLayout(`${fields.length} fields of a tuple of ${length}`);
  return fields;
}

function readInteger(words: Uint32Array, at: number): bigint {
  let value = 0n;
  for (let i = 3; i >= 0; i--) value = (value << 32n) | BigInt(word(words, at + i));
  return value;
}

function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0;
}
