import type { CostContract } from '../genesis/cost-contract.js';
import type { WasmMemory, WasmTable } from '../machine/webassembly.js';
import type { BaseMemory } from './base-memory.js';
import { applyDelta, applyPages, copyDelta, type MemoryDelta, memoryDelta } from './memory-delta.js';

/** A VM's whole state by itself: what the first state is written to disk as. */
export type FullImage = SmallState & { memory: Uint8Array<ArrayBuffer> };

/** A VM's whole state as what differs from the first one. */
export type MemoryImage = SmallState & { delta: MemoryDelta };

/** The state outside linear memory: the table of JavaScript references, the session's address, and the parts removed from the memory. */
export type SmallState = { table: Reference[]; pointer: number; costs: CostContract | undefined };

/** An entry of the table, fit for JSON. The texts are field names, which the VM keeps once it has made an interface. */
type Reference = string | boolean | null | typeof NOTHING | typeof CALLBACK;
const NOTHING = 0;
/** The file callback of an empty session, which is never called. */
const CALLBACK = 1;

/** What an image is taken of and restored into; `sdk` is the session's handle, of which only the address matters. */
export type ImageHolder = { memory: WasmMemory; table: WasmTable; sdk: object; costs: CostContract | undefined };

/** Copies a VM's state between two calls. */
export function captureFullImage(holder: ImageHolder): FullImage {
  return { memory: new Uint8Array(holder.memory.buffer).slice(), ...smallState(holder) };
}

/** Keeps how a VM's state differs from the base between two calls. */
export function captureImage(holder: ImageHolder, base: BaseMemory): MemoryImage {
  return { delta: memoryDelta(new Uint8Array(holder.memory.buffer), base), ...smallState(holder) };
}

/** One of its own, for another thread. */
export function copyImage({ delta, ...state }: MemoryImage): MemoryImage {
  return { delta: copyDelta(delta), ...state };
}

/** The first state, which does not differ. */
export function baseImage(base: BaseMemory, { table, pointer, costs }: SmallState): MemoryImage {
  return { delta: { length: base.length, spans: new Uint32Array(), bytes: new Uint8Array() }, table, pointer, costs };
}

function smallState({ table, sdk, costs }: ImageHolder): SmallState {
  return { table: Array.from({ length: table.length }, (_, i) => referenceTo(table.get(i))), pointer: (sdk as Handle).__wbg_ptr, costs };
}

/** Puts a VM back. Its memory must be at least as large as the image's: linear memory never shrinks. */
export function restoreImage(holder: ImageHolder, base: BaseMemory, image: MemoryImage): void {
  applyDelta(new Uint8Array(holder.memory.buffer), base, image.delta);
  restoreSmallState(holder, image);
}

/** Takes a VM from the first state, which it must be in, to that of the image. Its memory must be at least as large. */
export function advanceToImage(holder: ImageHolder, image: MemoryImage): void {
  applyPages(new Uint8Array(holder.memory.buffer), image.delta);
  restoreSmallState(holder, image);
}

/** Completes a VM after its linear memory is restored. */
export function restoreSmallState(holder: ImageHolder, state: SmallState): void {
  const { table, sdk } = holder;
  if (state.table.length > table.length) table.grow(state.table.length - table.length);
  for (const [i, reference] of state.table.entries()) table.set(i, referred(reference));
  for (let i = state.table.length; i < table.length; i++) table.set(i, undefined);
  (sdk as Handle).__wbg_ptr = state.pointer;
  holder.costs = state.costs;
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
