import type { WasmMemory } from '../machine/webassembly.js';

/** A text in linear memory. */
export type Text = { readonly address: number; readonly length: number };

/** Linear memory until it next grows, in bytes and in words of 32 bits. A Rust string is three words: capacity, address, length. */
export type View = {
  readonly bytes: Buffer;
  readonly words: Uint32Array;
  /** The text of the string at a word, wherever that points. */
  text(word: number): Text;
  isText(text: Text): boolean;
  string(word: number): string;
  /** Whether the string at a word is this ASCII text. */
  equals(word: number, text: string): boolean;
};

/** Rust's data begins above this address. */
const FIRST_ADDRESS = 1024;

/** Returns a function that returns a view of all memory. Memory that grows moves, and its old view is empty. */
export function liveView(memory: () => WasmMemory): () => View {
  let view: View | undefined;
  return () => {
    if (view === undefined || view.words.length === 0) view = viewOf(memory());
    return view;
  };
}

export function viewOf({ buffer }: WasmMemory): View {
  const bytes = Buffer.from(buffer);
  const words = new Uint32Array(buffer);
  const text = (word: number): Text => ({ address: words[word + 1] ?? 0, length: words[word + 2] ?? 0 });
  const decode = ({ address, length }: Text): string => bytes.toString('utf8', address, address + length);
  return {
    bytes,
    words,
    text,
    isText: ({ address, length }) => address > FIRST_ADDRESS && address + length <= bytes.length,
    string: (word) => decode(text(word)),
    equals(word, expected) {
      const found = text(word);
      return found.length === expected.length && decode(found) === expected;
    },
  };
}
