import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder } from './make-folder.js';

const CHECKSUM = 4;

/** Returns what {@link keepFile} has written; undefined without a file, or if it is damaged. */
export function readKept(file: string): Buffer | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  const content = bytes.subarray(CHECKSUM);
  return bytes.length > CHECKSUM && bytes.readUInt32LE() === crc32(content) ? content : undefined;
}

/**
 * Writes a file with a checksum, and removes all of its folder but those that changed last. Others see the file whole or not at all.
 * @param kept how many files stay
 * @returns the error that prevented it, for example of a folder that is not writable
 */
export function keepFile(file: string, content: Uint8Array, kept: number): unknown {
  const checksum = Buffer.alloc(CHECKSUM);
  checksum.writeUInt32LE(crc32(content));
  try {
    makeFolder(path.dirname(file));
    writeWhole(file, Buffer.concat([checksum, content]));
    removeOldest(path.dirname(file), kept);
    return undefined;
  } catch (error) {
    return error;
  }
}

function writeWhole(file: string, bytes: Uint8Array): void {
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(unfinished, bytes);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function removeOldest(folder: string, kept: number): void {
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  const changed = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (const file of files.toSorted((a, b) => changed(b) - changed(a)).slice(kept)) rmSync(file, { force: true });
}
