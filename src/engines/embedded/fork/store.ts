import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '#platform/make-folder.js';

/** Texts by key in a folder, one file each, so that processes can share it. A text never changes; the absence of one is stored, too. */
export type Store = {
  /** Returns undefined if nothing is stored under the key. */
  read(key: string): { found: string | undefined } | undefined;
  /** @throws what the file system throws */
  write(key: string, found: string | undefined): void;
};

/** The first byte of a file. */
const FOUND = 'f';
const ABSENT = 'a';

export function openStore(folder: string): Store {
  const fileOf = (key: string): string => {
    const name = createHash('sha256').update(key).digest('hex');
    return path.join(folder, name.slice(0, 2), name.slice(2));
  };
  return {
    read(key) {
      const text = readText(fileOf(key));
      if (text === undefined || text === '') return undefined;
      return { found: text.startsWith(FOUND) ? text.slice(1) : undefined };
    },
    write: (key, found) => replaceFile(fileOf(key), found === undefined ? ABSENT : FOUND + found),
  };
}

/** The same in memory, without a cache. */
export function memoryStore(): Store {
  const texts = new Map<string, { found: string | undefined }>();
  return { read: (key) => texts.get(key), write: (key, found) => void texts.set(key, { found }) };
}

/** Reads a file; undefined if it cannot be read. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Writes a file, which others see whole or not at all. */
export function replaceFile(file: string, text: string): void {
  const folder = path.dirname(file);
  if (!existsSync(folder)) makeFolder(folder);
  const unfinished = `${file}.${randomUUID()}.tmp`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}
