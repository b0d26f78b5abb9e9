import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';

/** V8's code of chunks, by their names. */
export type CodeByChunk = ReadonlyMap<string, Buffer>;

/** The lengths of the index and of its checksum, before the index. */
const HEAD = 8;
/** V8 copies code that does not begin at a multiple of this. */
const ALIGNMENT = 8;

/** Reads the code of chunks. @returns undefined without a file, or if it is damaged: V8 does not check that */
export function readCode(file: string): CodeByChunk | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  if (bytes.length < HEAD || crc32(bytes.subarray(HEAD)) !== bytes.readUInt32LE(4)) return undefined;
  const body = aligned(HEAD + bytes.readUInt32LE());
  const index = JSON.parse(bytes.toString('latin1', HEAD, HEAD + bytes.readUInt32LE())) as [name: string, offset: number, length: number][];
  return new Map(index.map(([name, offset, length]) => [name, bytes.subarray(body + offset, body + offset + length)]));
}

/** Writes the code of chunks. Others see the file whole or not at all. @throws what the file system throws */
export function writeCode(file: string, code: CodeByChunk): void {
  let end = 0;
  const index = [...code].map(([name, { length }]) => {
    const offset = end;
    end = aligned(end + length);
    return [name, offset, length] as const;
  });
  const text = JSON.stringify(index);
  const body = aligned(HEAD + text.length);
  const bytes = Buffer.alloc(body + end);
  bytes.writeUInt32LE(text.length);
  bytes.write(text, HEAD, 'latin1');
  for (const [name, offset] of index) code.get(name)?.copy(bytes, body + offset);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEAD)), 4);
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(unfinished, bytes);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
