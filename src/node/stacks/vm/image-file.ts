import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type BaseMemory, fileBase } from './base-memory.js';
import type { FullImage, SmallState } from './memory-image.js';

/**
 * An image on disk: a header of 64 bytes (magic, key, checksum, lengths), the small parts as JSON, then linear memory raw, since
 * decompressing costs more than reading (13.7 MB of deflate take 300 ms, 81 MB from the page cache 30 ms).
 */
const MAGIC = Buffer.from('CLARITY1', 'latin1');
const HEADER = 64;
const OFFSET = { key: 8, checksum: 40, small: 44, memory: 48 };
/** Read, checked and written in pieces that stay in the processor's cache, and that let other work in between. */
const PIECE = 1024 * 1024;

/** What is in an image besides the memory; and where that stays readable. */
export type StoredImage = { state: SmallState; base: BaseMemory };

/**
 * Reads an image whose key is `key`, 32 bytes, into memory that `allocate` provides. Undefined if there is none, or it is of
 * another key, incomplete or damaged; the memory may then hold anything. What is trusted is not looked through for damage.
 */
export function readImageFile(file: string, key: Uint8Array, allocate: Allocate, trusted = false): StoredImage | undefined {
  let descriptor: number | undefined;
  let stored: StoredImage | undefined;
  try {
    descriptor = openSync(file, 'r');
    stored = readImage(descriptor, key, allocate, trusted);
    return stored;
  } catch {
    return undefined; // unreadable is as good as absent: it will be built and written again
  } finally {
    if (descriptor !== undefined && stored === undefined) closeSync(descriptor);
  }
}

type Allocate = (length: number) => Uint8Array;

function readImage(descriptor: number, key: Uint8Array, allocate: Allocate, trusted: boolean): StoredImage | undefined {
  const header = Buffer.alloc(HEADER);
  if (readSync(descriptor, header) !== HEADER) return undefined;
  if (!header.subarray(0, MAGIC.length).equals(MAGIC) || !header.subarray(OFFSET.key, OFFSET.checksum).equals(key)) return undefined;
  const smallLength = header.readUInt32LE(OFFSET.small);
  const memoryLength = header.readUInt32LE(OFFSET.memory);
  if (fstatSync(descriptor).size !== HEADER + smallLength + memoryLength) return undefined;
  const small = Buffer.alloc(smallLength);
  if (readSync(descriptor, small) !== smallLength) return undefined;
  let checksum = crc32(small);
  const memory = allocate(memoryLength);
  for (let at = 0; at < memoryLength; ) {
    const read = readSync(descriptor, memory, at, Math.min(PIECE, memoryLength - at), null);
    if (read === 0) return undefined;
    if (!trusted) checksum = crc32(memory.subarray(at, at + read), checksum);
    at += read;
  }
  if (!trusted && checksum !== header.readUInt32LE(OFFSET.checksum)) return undefined;
  const state = JSON.parse(small.toString('utf8')) as SmallState;
  return { state, base: fileBase(descriptor, HEADER + smallLength, memoryLength) };
}

/** Writes an image to a file that must not exist yet. @returns its memory, which the file keeps from then on */
export async function writeImageFile(file: string, key: Uint8Array, { memory, ...state }: FullImage): Promise<BaseMemory> {
  const small = Buffer.from(JSON.stringify(state), 'utf8');
  const header = Buffer.alloc(HEADER);
  MAGIC.copy(header);
  header.set(key, OFFSET.key);
  header.writeUInt32LE(small.length, OFFSET.small);
  header.writeUInt32LE(memory.length, OFFSET.memory);
  await using handle = await open(file, 'wx');
  await handle.write(small, 0, small.length, HEADER);
  let checksum = crc32(small);
  for (let at = 0; at < memory.length; at += PIECE) {
    const piece = memory.subarray(at, at + PIECE);
    checksum = crc32(piece, checksum);
    for (let done = 0; done < piece.length; ) {
      const { bytesWritten } = await handle.write(piece, done, piece.length - done, HEADER + small.length + at + done);
      done += bytesWritten;
    }
  }
  header.writeUInt32LE(checksum, OFFSET.checksum);
  await handle.write(header, 0, HEADER, 0);
  return fileBase(openSync(file, 'r'), HEADER + small.length, memory.length);
}
