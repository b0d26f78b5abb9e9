import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder for this process, and removes it at exit, also after a failure, Ctrl-C or SIGTERM. */
export function temporaryHome(name: string): string {
  const home = mkdtempSync(join(tmpdir(), `stacks-devnet-${name}-`));
  process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  return home;
}
