import type { WasmMemory, WasmTable } from './webassembly.js';

/** A VM's whole state. */
export type MemoryImage = SmallState & { memory: Uint8Array };

/**
 * What of it is not in linear memory. `table` has one letter for each entry of the table of JavaScript references; `strings` are its
 * texts, in order: the VM keeps the field names of interfaces there once it has made one.
 */
export type SmallState = { table: string; strings?: string[] | undefined; pointer: number };

/** What an image is taken of and restored into; `sdk` is the session's handle, of which only the address matters. */
export type ImageHolder = { memory: WasmMemory; table: WasmTable; sdk: object };

/**
 * Copies a VM's state between two calls. Besides linear memory that is the table of references, where a resting VM holds nothing
 * but constants, texts and its file callback, and the session's address.
 * @param reuse an image that is no longer needed; its memory is taken if it fits, which spares the kernel mapping 81 MB anew
 */
export function captureImage({ memory, table, sdk }: ImageHolder, reuse?: MemoryImage): MemoryImage {
  const live = new Uint8Array(memory.buffer);
  let copy = reuse?.memory;
  if (copy === undefined || copy.length !== live.length) copy = live.slice();
  else copy.set(live);
  let letters = '';
  const strings: string[] = [];
  for (let i = 0; i < table.length; i++) {
    const reference = table.get(i);
    letters += letterOf(reference);
    if (typeof reference === 'string') strings.push(reference);
  }
  const small = { memory: copy, table: letters, pointer: pointerOf(sdk) };
  return strings.length === 0 ? small : { ...small, strings };
}

/** Puts a VM back. Its memory must be at least as large as the image's: linear memory never shrinks. */
export function restoreImage(holder: ImageHolder, image: MemoryImage): void {
  const live = new Uint8Array(holder.memory.buffer);
  live.set(image.memory);
  live.fill(0, image.memory.length);
  restoreSmallState(holder, image);
}

/** Completes a VM whose linear memory is in place. */
export function restoreSmallState({ table, sdk }: ImageHolder, state: SmallState): void {
  if (state.table.length > table.length) table.grow(state.table.length - table.length);
  const strings = (state.strings ?? []).values();
  for (let i = 0; i < state.table.length; i++) {
    const letter = state.table.charAt(i);
    table.set(i, letter === 's' ? strings.next().value : referenceOf(letter));
  }
  for (let i = state.table.length; i < table.length; i++) table.set(i, undefined);
  (sdk as Handle).__wbg_ptr = state.pointer;
}

/** How wasm-bindgen ties a JavaScript object to one in linear memory. */
type Handle = { __wbg_ptr: number };

function pointerOf(sdk: object): number {
  return (sdk as Handle).__wbg_ptr;
}

function letterOf(reference: unknown): string {
  if (reference === null) return 'n';
  if (reference === true) return 't';
  if (reference === false) return 'f';
  if (typeof reference === 'string') return 's';
  return typeof reference === 'function' ? 'c' : 'u';
}

function referenceOf(letter: string): unknown {
  if (letter === 'n') return null;
  if (letter === 't') return true;
  if (letter === 'f') return false;
  return letter === 'c' ? refuseCallback : undefined;
}

/** The file callback of an empty session, which is never called. */
function refuseCallback(): never {
  throw new Error('the embedded Clarity VM reads no files');
}
