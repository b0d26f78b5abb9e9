import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogEntry } from '../bitcoin-node.js';
import { makeFolder } from '../system/make-folder.js';

/** The log of a node in a file. */
export type NodeLog = { write(entry: LogEntry): void; close(): void };

/**
 * Opens the log of a node, which grows with each run. It is written synchronously: a client that has a reply finds its messages.
 * @throws the system's error for a file that cannot be written
 */
export function openNodeLog(path: string): NodeLog {
  makeFolder(dirname(path), 0o700);
  const file = openSync(path, 'a', 0o600);
  return {
    write: ({ category, message }) => {
      writeSync(file, `${new Date().toISOString()} ${category === undefined ? '' : `[${category}] `}${message}\n`);
    },
    close: () => closeSync(file),
  };
}
