import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '#platform/make-folder.js';
import type { LogEntry } from '../start/bitcoin-node.js';

/** The log of a node in a file. */
export type NodeLog = {
  /** Creates the file if it is missing. @throws the system's error for a file that cannot be written */
  open(): void;
  /** Adds an entry, also before `open`. @throws the system's error for a file that cannot be written */
  write(entry: LogEntry): void;
  close(): void;
};

/** Creates the log of a node, which grows with each run. It is written synchronously: a client that has a reply finds its messages. */
export function createNodeLog(path: string): NodeLog {
  let file: number | undefined;
  const open = (): number => {
    if (file === undefined) {
      makeFolder(dirname(path), 0o700);
      file = openSync(path, 'a', 0o600);
    }
    return file;
  };
  return {
    open,
    write: ({ category, message }) => {
      writeSync(open(), `${new Date().toISOString()} ${category === undefined ? '' : `[${category}] `}${message}\n`);
    },
    close: () => {
      if (file !== undefined) closeSync(file);
    },
  };
}
