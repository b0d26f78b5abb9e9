import { resolve } from 'node:path';
import type { NodeFiles } from './commands/node-bitcoin.js';

/** Reads the flags of `node bitcoin` that name files. As in bitcoind, the log belongs in the folder of the state. */
export function nodeFiles(flags: Readonly<Record<string, unknown>>, cwd: string): NodeFiles {
  const { datadir: folder, debuglogfile: file } = flags;
  const datadir = typeof folder === 'string' ? resolve(cwd, folder) : undefined;
  if (typeof file === 'string') return { datadir, log: file === '0' ? undefined : resolve(datadir ?? cwd, file) };
  return { datadir, log: datadir === undefined ? undefined : resolve(datadir, 'debug.log') };
}
