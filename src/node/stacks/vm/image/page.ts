import { readSync } from 'node:fs';
import { messageOf } from '../../../../error.js';
import { pageBytes } from '../../../../storage/page-bytes.js';
import { Broken } from '../machine/broken.js';
import { WASM_PAGE } from '../machine/webassembly.js';

/** A file with pages one after another from `start` on, open in the thread of the VM, which closes it when it ends. Nobody writes to it. */
export type PageFile = { readonly descriptor: number; readonly start: number };

type Place = { readonly file: PageFile; readonly number: number };

/** Where pages of files are read to be compared. */
const scratch = Buffer.alloc(WASM_PAGE);

/** A page of linear memory as it was once. Images share equal pages. It is in memory, or in a file, where it takes none. */
export class Page {
  #content: Uint8Array | Place;

  /** @param content its bytes, which belong to the page from now on @default zeros */
  constructor(content: Uint8Array | Place = pageBytes(WASM_PAGE)) {
    this.#content = content;
  }

  get isInMemory(): boolean {
    return this.#content instanceof Uint8Array;
  }

  /** Its bytes, which do not change until the next page of a file is looked at. @throws Broken if the file cannot be read */
  get bytes(): Uint8Array {
    if (this.#content instanceof Uint8Array) return this.#content;
    read(this.#content, scratch);
    return scratch;
  }

  /** Replaces the bytes of a page in memory that no image has any more. */
  fill(bytes: Uint8Array): void {
    if (!(this.#content instanceof Uint8Array)) throw new TypeError('a page in a file does not change');
    this.#content.set(bytes);
  }

  /** @throws Broken if the file cannot be read */
  copyTo(target: Uint8Array): void {
    if (this.#content instanceof Uint8Array) target.set(this.#content);
    else read(this.#content, target);
  }

  /** Frees its memory: the file has the same bytes. */
  moveTo(file: PageFile, number: number): void {
    this.#content = { file, number };
  }
}

function read({ file: { descriptor, start }, number }: Place, target: Uint8Array): void {
  let length = 0;
  try {
    length = readSync(descriptor, target, 0, WASM_PAGE, start + number * WASM_PAGE);
  } catch (cause) {
    throw new Broken(`the memory image of the Clarity VM cannot be read: ${messageOf(cause)}`, { cause });
  }
  if (length < WASM_PAGE) throw new Broken('the memory image of the Clarity VM has become shorter while it was in use');
}
