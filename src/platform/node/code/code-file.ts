import { keepFile, readKept } from '../kept-file.js';

/** V8's code of chunks, by their names. */
export type CodeByChunk = ReadonlyMap<string, Buffer>;

/** Files that other builds or other versions of Node may still use. Each has 1 MB. */
const KEPT = 12;
/** The layout: the length of the index, the index as JSON with names and lengths, then the code of each chunk. */
const INDEX = 4;

/** Reads the code of chunks. @returns undefined without a file, or if it is damaged: V8 does not check that */
export function readCode(file: string): CodeByChunk | undefined {
  const bytes = readKept(file);
  if (bytes === undefined) return undefined;
  let at = INDEX + bytes.readUInt32LE();
  const index = JSON.parse(bytes.toString('latin1', INDEX, at)) as [name: string, length: number][];
  const code = new Map<string, Buffer>();
  for (const [name, length] of index) {
    code.set(name, bytes.subarray(at, at + length));
    at += length;
  }
  return code;
}

/** Stores the code of chunks. Without effect if the folder is not writable. */
export function writeCode(file: string, code: CodeByChunk): void {
  const index = Buffer.from(JSON.stringify([...code].map(([name, { length }]) => [name, length])), 'latin1');
  const length = Buffer.alloc(INDEX);
  length.writeUInt32LE(index.length);
  keepFile(file, Buffer.concat([length, index, ...code.values()]), KEPT);
}
