import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { WASM_PAGE } from '../machine/webassembly.js';
import type { MemoryImage, SmallState } from './memory-image.js';

/** An image as it is stored: the hashes of the burnchain do not follow from the genesis. */
export type StoredImage = Omit<MemoryImage, 'burnchain'>;

/** An image on disk: a header of 64 bytes (magic, key, checksum, lengths), the small state as JSON, then linear memory. */
const MAGIC = Buffer.from('CLARITY2', 'latin1');
const HEADER = 64;
const OFFSET = { key: 8, checksum: 40, small: 44, memory: 48 };

/** Reads an image with this key (32 bytes). Undefined if the file does not exist, has another key, or is incomplete or damaged. */
export async function readImageFile(file: string, key: Uint8Array): Promise<StoredImage | undefined> {
  // An unreadable image is as good as none: it is built and written again.
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined || bytes.length < HEADER) return undefined;
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC) || !bytes.subarray(OFFSET.key, OFFSET.checksum).equals(key)) return undefined;
  const start = HEADER + bytes.readUInt32LE(OFFSET.small);
  const length = bytes.readUInt32LE(OFFSET.memory);
  if (bytes.length !== start + length || length % WASM_PAGE !== 0) return undefined;
  if (crc32(bytes.subarray(HEADER)) !== bytes.readUInt32LE(OFFSET.checksum)) return undefined;
  const state = JSON.parse(bytes.toString('utf8', HEADER, start)) as SmallState;
  const pages = Array.from({ length: length / WASM_PAGE }, (_, i) => bytes.subarray(start + i * WASM_PAGE, start + (i + 1) * WASM_PAGE));
  return { ...state, pages };
}

/** Writes an image to a file that must not exist yet. */
export async function writeImageFile(file: string, key: Uint8Array, { pages, table, pointer }: StoredImage): Promise<void> {
  const small = Buffer.from(JSON.stringify({ table, pointer } satisfies SmallState), 'utf8');
  const bytes = Buffer.concat([Buffer.alloc(HEADER), small, ...pages]);
  MAGIC.copy(bytes);
  bytes.set(key, OFFSET.key);
  bytes.writeUInt32LE(small.length, OFFSET.small);
  bytes.writeUInt32LE(pages.length * WASM_PAGE, OFFSET.memory);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEADER)), OFFSET.checksum);
  await writeFile(file, bytes, { flag: 'wx' });
}
