import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { pageBytes } from '../../../../storage/page-bytes.js';
import { WASM_PAGE } from '../machine/webassembly.js';
import { type MemoryImage, pagesOf, type SmallState } from './memory-image.js';
import { Page, type PageFile } from './page.js';

/** An image as it is stored: the hashes of the burnchain do not follow from the genesis. */
export type StoredImage = Omit<MemoryImage, 'burnchain'>;

/** An image on disk: a header of 64 bytes (magic, key, checksum, lengths), the small state as JSON, then linear memory. */
const MAGIC = Buffer.from('CLARITY2', 'latin1');
const HEADER = 64;
const OFFSET = { key: 8, checksum: 40, small: 44, memory: 48 };
/**
 * The pages of a larger image stay in the file: 2,500 of them would take 160 MB of memory. Copying takes twice as long from a file.
 * The image of a network without a project has 96.
 */
const PAGES_IN_MEMORY = 512;

/** Reads an image with this key (32 bytes). Undefined if the file does not exist, has another key, or is incomplete or damaged. */
export function readImageFile(file: string, key: Uint8Array): StoredImage | undefined {
  let descriptor: number | undefined;
  let image: StoredImage | undefined;
  try {
    descriptor = openSync(file, 'r');
    image = readImage(descriptor, key);
  } catch {
    // An unreadable image is as good as none: it is built and written again.
  } finally {
    if (descriptor !== undefined && !staysInFile(image?.pages.length ?? 0)) closeSync(descriptor);
  }
  return image;
}

function readImage(descriptor: number, key: Uint8Array): StoredImage | undefined {
  const header = bytesAt(descriptor, 0, HEADER);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC) || !header.subarray(OFFSET.key, OFFSET.checksum).equals(key)) return undefined;
  const start = HEADER + header.readUInt32LE(OFFSET.small);
  const length = header.readUInt32LE(OFFSET.memory);
  if (fstatSync(descriptor).size !== start + length || length % WASM_PAGE !== 0) return undefined;
  const small = bytesAt(descriptor, HEADER, start - HEADER);
  const count = length / WASM_PAGE;
  const pages = staysInFile(count) ? pagesIn({ descriptor, start }, count) : pagesOf(bytesAt(descriptor, start, length));
  if (checksum(small, pages) !== header.readUInt32LE(OFFSET.checksum)) return undefined;
  return { ...(JSON.parse(small.toString('utf8')) as SmallState), pages };
}

/** Writes an image to a file that must not exist yet. */
export async function writeImageFile(file: string, key: Uint8Array, image: StoredImage): Promise<void> {
  const small = smallBytes(image);
  const header = Buffer.alloc(HEADER);
  MAGIC.copy(header);
  header.set(key, OFFSET.key);
  header.writeUInt32LE(small.length, OFFSET.small);
  header.writeUInt32LE(image.pages.length * WASM_PAGE, OFFSET.memory);
  header.writeUInt32LE(checksum(small, image.pages), OFFSET.checksum);
  await writeFile(file, parts(header, small, image), { flag: 'wx' });
}

/** Frees the memory of an image that was written to a file and is large. */
export function moveToFile(file: string, image: StoredImage): void {
  if (!staysInFile(image.pages.length)) return;
  const place = { descriptor: openSync(file, 'r'), start: HEADER + smallBytes(image).length };
  for (const [number, page] of image.pages.entries()) page.moveTo(place, number);
}

function* parts(header: Buffer, small: Buffer, { pages }: StoredImage): Generator<Uint8Array> {
  yield header;
  yield small;
  for (const { bytes } of pages) yield bytes;
}

function staysInFile(pages: number): boolean {
  return pages > PAGES_IN_MEMORY;
}

function pagesIn(file: PageFile, count: number): Page[] {
  return Array.from({ length: count }, (_, number) => new Page({ file, number }));
}

function smallBytes({ table, pointer }: SmallState): Buffer {
  return Buffer.from(JSON.stringify({ table, pointer } satisfies SmallState), 'utf8');
}

function checksum(small: Buffer, pages: readonly Page[]): number {
  return pages.reduce((sum, page) => crc32(page.bytes, sum), crc32(small));
}

/** @throws RangeError at the end of the file */
function bytesAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.from(pageBytes(length).buffer);
  if (readSync(descriptor, bytes, 0, length, position) !== length) throw new RangeError('the file is too short');
  return bytes;
}
