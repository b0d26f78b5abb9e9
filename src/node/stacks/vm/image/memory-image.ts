import { pageBytes } from '../../../../storage/page-bytes.js';
import type { Burnchain } from '../machine/burnchain.js';
import { WASM_PAGE, type WasmMemory, type WasmTable } from '../machine/webassembly.js';
import { Page } from './page.js';

/** The whole state of a VM: its linear memory in pages, and what is outside of it. A page does not change while an image that has it is in use. */
export type MemoryImage = SmallState & { readonly pages: readonly Page[]; readonly burnchain: Burnchain };

/** An image as it goes to another thread. */
export type PortableImage = Omit<MemoryImage, 'pages'> & { readonly memory: Uint8Array };

/** The state outside of linear memory: the table of JavaScript references, and the address of the session. */
export type SmallState = { readonly table: readonly Reference[]; readonly pointer: number };

/** An entry of the table, fit for JSON. The texts are field names, which the VM keeps once it has made an interface. */
type Reference = string | boolean | null | typeof NOTHING | typeof CALLBACK;
const NOTHING = 0;
/** The file callback of an empty session. The VM never calls it. */
const CALLBACK = 1;

/** A VM, as far as images need it. Of `sdk`, the handle of the session, only the address matters. */
export type ImageHolder = { readonly memory: WasmMemory; readonly table: WasmTable; readonly sdk: object; burnchain: Burnchain };

/** Returns the pages of an image that equal those of the VM, each in its place. */
export function unchangedPages({ memory }: Pick<ImageHolder, 'memory'>, image: MemoryImage): (Page | undefined)[] {
  const live = Buffer.from(memory.buffer);
  return image.pages.map((page, i) => (pageAt(live, i).equals(page.bytes) ? page : undefined));
}

/**
 * Copies the state of a VM between two calls.
 * @param unchanged the pages that need no copy, each in its place
 * @param nextPage returns a page to copy to @default a new one
 */
export function captureImage(
  { memory, table, sdk, burnchain }: ImageHolder,
  unchanged: readonly (Page | undefined)[] = [],
  nextPage: () => Page = () => new Page(),
): MemoryImage {
  const live = Buffer.from(memory.buffer);
  const pages = Array.from({ length: live.length / WASM_PAGE }, (_, i) => unchanged[i] ?? filled(nextPage(), pageAt(live, i)));
  return {
    pages,
    burnchain,
    table: Array.from({ length: table.length }, (_, i) => referenceTo(table.get(i))),
    pointer: (sdk as SessionHandle).__wbg_ptr,
  };
}

/** Puts a VM into the state of an image. */
export function restoreImage(holder: ImageHolder, image: MemoryImage): void {
  const { memory, table, sdk } = holder;
  const missing = image.pages.length - memory.buffer.byteLength / WASM_PAGE;
  if (missing > 0) memory.grow(missing);
  const live = Buffer.from(memory.buffer);
  for (const [i, page] of image.pages.entries()) page.copyTo(pageAt(live, i));
  // Linear memory never shrinks.
  live.fill(0, image.pages.length * WASM_PAGE);
  if (image.table.length > table.length) table.grow(image.table.length - table.length);
  for (const [i, reference] of image.table.entries()) table.set(i, referred(reference));
  for (let i = image.table.length; i < table.length; i++) table.set(i, undefined);
  (sdk as SessionHandle).__wbg_ptr = image.pointer;
  holder.burnchain = image.burnchain;
}

/** Copies an image for another thread. */
export function toPortable({ pages, ...state }: MemoryImage): PortableImage {
  const memory = pageBytes(pages.length * WASM_PAGE);
  for (const [i, page] of pages.entries()) page.copyTo(pageAt(memory, i));
  return { ...state, memory };
}

/** Returns an image whose pages are those of `memory`. */
export function fromPortable({ memory, ...state }: PortableImage): MemoryImage {
  return { ...state, pages: pagesOf(memory) };
}

/** Divides memory, which belongs to the pages from now on. */
export function pagesOf(memory: Uint8Array): Page[] {
  return Array.from({ length: memory.length / WASM_PAGE }, (_, i) => new Page(pageAt(memory, i)));
}

function pageAt<T extends Uint8Array>(memory: T, number: number): T {
  return memory.subarray(number * WASM_PAGE, (number + 1) * WASM_PAGE) as T;
}

function filled(page: Page, bytes: Uint8Array): Page {
  page.fill(bytes);
  return page;
}

/** How wasm-bindgen ties a JavaScript object to one in linear memory. */
export type SessionHandle = { __wbg_ptr: number };

function referenceTo(value: unknown): Reference {
  if (typeof value === 'function') return CALLBACK;
  return value === null || typeof value === 'boolean' || typeof value === 'string' ? value : NOTHING;
}

function referred(reference: Reference): unknown {
  if (reference === CALLBACK) return refuseFiles;
  return reference === NOTHING ? undefined : reference;
}

/** The callback through which a session reads project files. An empty session never calls it. */
export function refuseFiles(): never {
  throw new Error('the embedded Clarity VM reads no files');
}
