import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { MemoryImage } from './memory-image.js';

/**
 * An image on disk: a header of 64 bytes (magic, key, checksum, lengths), the small parts as JSON, then linear memory raw, since
 * decompressing costs more than reading (13.7 MB of deflate take 300 ms, 81 MB from the page cache 30 ms).
 */
const MAGIC = Buffer.from('CLARITY1', 'latin1');
const HEADER = 64;
const OFFSET = { key: 8, checksum: 40, rest: 44, memory: 48 };
/** Read, checked and written in pieces that stay in the processor's cache, and that let other work in between. */
const PIECE = 4 * 1024 * 1024;

/** Reads an image whose key is `key`, 32 bytes. Undefined if there is none, or it is of another key, incomplete or damaged. */
export function readImageFile(file: string, key: Buffer): MemoryImage | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    return readImage(descriptor, key);
  } catch {
    return undefined; // unreadable is as good as absent: it will be built and written again
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readImage(descriptor: number, key: Buffer): MemoryImage | undefined {
  const header = Buffer.alloc(HEADER);
  if (readSync(descriptor, header) !== HEADER) return undefined;
  if (!header.subarray(0, MAGIC.length).equals(MAGIC) || !header.subarray(OFFSET.key, OFFSET.checksum).equals(key)) return undefined;
  const restLength = header.readUInt32LE(OFFSET.rest);
  const memoryLength = header.readUInt32LE(OFFSET.memory);
  if (fstatSync(descriptor).size !== HEADER + restLength + memoryLength) return undefined;
  const rest = Buffer.alloc(restLength);
  if (readSync(descriptor, rest) !== restLength) return undefined;
  let checksum = crc32(rest);
  const memory = new Uint8Array(memoryLength);
  for (let at = 0; at < memoryLength; ) {
    const read = readSync(descriptor, memory, at, Math.min(PIECE, memoryLength - at), null);
    if (read === 0) return undefined;
    checksum = crc32(memory.subarray(at, at + read), checksum);
    at += read;
  }
  if (checksum !== header.readUInt32LE(OFFSET.checksum)) return undefined;
  return { ...(JSON.parse(rest.toString('utf8')) as Omit<MemoryImage, 'memory'>), memory };
}

/** Writes an image to a file that must not exist yet. */
export async function writeImageFile(file: string, key: Buffer, { memory, ...small }: MemoryImage): Promise<void> {
  const rest = Buffer.from(JSON.stringify(small), 'utf8');
  const header = Buffer.alloc(HEADER);
  MAGIC.copy(header);
  key.copy(header, OFFSET.key);
  header.writeUInt32LE(rest.length, OFFSET.rest);
  header.writeUInt32LE(memory.length, OFFSET.memory);
  await using handle = await open(file, 'wx');
  await handle.write(rest, 0, rest.length, HEADER);
  let checksum = crc32(rest);
  for (let at = 0; at < memory.length; at += PIECE) {
    const piece = memory.subarray(at, at + PIECE);
    checksum = crc32(piece, checksum);
    for (let done = 0; done < piece.length; ) {
      const { bytesWritten } = await handle.write(piece, done, piece.length - done, HEADER + rest.length + at + done);
      done += bytesWritten;
    }
  }
  header.writeUInt32LE(checksum, OFFSET.checksum);
  await handle.write(header, 0, HEADER, 0);
}
