import { resolve } from 'node:path';
import type { NodeFiles } from './commands/node-bitcoin.js';

/**
 * Reads the flags of `node bitcoin` that name files. As in bitcoind, the log belongs in the folder of the state, and the cookie in the
 * folder of the chain there, where clients look for it.
 */
export function nodeFiles(flags: Readonly<Record<string, unknown>>, cwd: string): NodeFiles {
  const { datadir: folder, debuglogfile, rpccookiefile } = flags;
  const datadir = typeof folder === 'string' ? resolve(cwd, folder) : undefined;
  /** A file that a flag names, `0` for none; with a folder there is one by default. */
  const fileIn = (base: string | undefined, flag: unknown, byDefault: string): string | undefined => {
    if (typeof flag === 'string') return flag === '0' ? undefined : resolve(base ?? cwd, flag);
    return base === undefined ? undefined : resolve(base, byDefault);
  };
  return {
    datadir,
    log: fileIn(datadir, debuglogfile, 'debug.log'),
    cookie: fileIn(datadir && resolve(datadir, 'regtest'), rpccookiefile, '.cookie'),
  };
}
