import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
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
/** Read at the same time, by other threads: half of what reading fresh memory costs is that the kernel clears it first. */
const AHEAD = 3;

/** What is in an image besides the memory; and where that stays readable. */
export type StoredImage = { state: SmallState; base: BaseMemory };

/**
 * Reads the image with a `key` of 32 bytes into memory that `allocate` provides. Undefined if it does not exist, or it is of
 * another key, incomplete or damaged; the memory may then hold anything. What is trusted is not looked through for damage.
 */
export async function readImageFile(file: string, key: Uint8Array, allocate: Allocate, trusted = false): Promise<StoredImage | undefined> {
  let descriptor: number | undefined;
  let stored: StoredImage | undefined;
  try {
    descriptor = openSync(file, 'r');
    stored = await readImage(descriptor, key, allocate, trusted);
    return stored;
  } catch {
    return undefined; // unreadable is as good as absent: it will be built and written again
  } finally {
    if (descriptor !== undefined && stored === undefined) closeSync(descriptor);
  }
}

type Allocate = (length: number) => Uint8Array;

async function readImage(descriptor: number, key: Uint8Array, allocate: Allocate, trusted: boolean): Promise<StoredImage | undefined> {
  const header = Buffer.alloc(HEADER);
  if (readSync(descriptor, header) !== HEADER) return undefined;
  if (!header.subarray(0, MAGIC.length).equals(MAGIC) || !header.subarray(OFFSET.key, OFFSET.checksum).equals(key)) return undefined;
  const smallLength = header.readUInt32LE(OFFSET.small);
  const memoryLength = header.readUInt32LE(OFFSET.memory);
  if (fstatSync(descriptor).size !== HEADER + smallLength + memoryLength) return undefined;
  const small = Buffer.alloc(smallLength);
  if (readSync(descriptor, small) !== smallLength) return undefined;
  let checksum = crc32(small);
  await readPieces(descriptor, HEADER + smallLength, allocate(memoryLength), (piece) => {
    if (!trusted) checksum = crc32(piece, checksum);
  });
  if (!trusted && checksum !== header.readUInt32LE(OFFSET.checksum)) return undefined;
  const state = JSON.parse(small.toString('utf8')) as SmallState;
  return { state, base: fileBase(descriptor, HEADER + smallLength, memoryLength) };
}

/** Fills `target` from `offset` on. `visit` is shown each piece, in order. When it ends nothing is read any more. */
async function readPieces(descriptor: number, offset: number, target: Uint8Array, visit: (piece: Uint8Array) => void): Promise<void> {
  const reading: Promise<Uint8Array>[] = [];
  const visitNext = async (): Promise<void> => {
    const [first] = reading;
    if (first !== undefined) visit(await first);
    reading.shift();
  };
  try {
    for (let at = 0; at < target.length; at += PIECE) {
      if (reading.length === AHEAD) await visitNext();
      const piece = readPiece(descriptor, offset + at, target.subarray(at, at + PIECE));
      piece.catch(() => undefined); // reported when its turn comes
      reading.push(piece);
    }
    while (reading.length > 0) await visitNext();
  } finally {
    await Promise.allSettled(reading);
  }
}

async function readPiece(descriptor: number, offset: number, piece: Uint8Array): Promise<Uint8Array> {
  for (let done = 0; done < piece.length; ) {
    const { bytesRead } = await readAsync(descriptor, piece, done, piece.length - done, offset + done);
    if (bytesRead === 0) throw new Error('the image has been cut short');
    done += bytesRead;
  }
  return piece;
}

const readAsync = promisify(read);

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
