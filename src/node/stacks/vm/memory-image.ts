import type { WasmMemory, WasmTable } from './webassembly.js';

/** A VM's whole state. */
export type MemoryImage = SmallState & { memory: Uint8Array };

/** What of it is not in linear memory: the table of JavaScript references, and the session's address. */
export type SmallState = { table: Reference[]; pointer: number };

/** An entry of the table, fit for JSON. The texts are field names, which the VM keeps once it has made an interface. */
type Reference = string | boolean | null | typeof NOTHING | typeof CALLBACK;
const NOTHING = 0;
/** The file callback of an empty session, which is never called. */
const CALLBACK = 1;

/** What an image is taken of and restored into; `sdk` is the session's handle, of which only the address matters. */
export type ImageHolder = { memory: WasmMemory; table: WasmTable; sdk: object };

/**
 * Copies a VM's state between two calls.
 * @param reuse an image that is no longer needed; its memory is taken if it fits, which spares the kernel mapping 81 MB anew
 */
export function captureImage({ memory, table, sdk }: ImageHolder, reuse?: MemoryImage): MemoryImage {
  const live = new Uint8Array(memory.buffer);
  let copy = reuse?.memory;
  if (copy === undefined || copy.length !== live.length) copy = live.slice();
  else copy.set(live);
  return {
    memory: copy,
    table: Array.from({ length: table.length }, (_, i) => referenceTo(table.get(i))),
    pointer: (sdk as Handle).__wbg_ptr,
  };
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
  for (const [i, reference] of state.table.entries()) table.set(i, referred(reference));
  for (let i = state.table.length; i < table.length; i++) table.set(i, undefined);
  (sdk as Handle).__wbg_ptr = state.pointer;
}

/** How wasm-bindgen ties a JavaScript object to one in linear memory. */
type Handle = { __wbg_ptr: number };

function referenceTo(value: unknown): Reference {
  if (typeof value === 'function') return CALLBACK;
  return value === null || typeof value === 'boolean' || typeof value === 'string' ? value : NOTHING;
}

function referred(reference: Reference): unknown {
  if (reference === CALLBACK) return refuseCallback;
  return reference === NOTHING ? undefined : reference;
}

function refuseCallback(): never {
  throw new Error('the embedded Clarity VM reads no files');
}
