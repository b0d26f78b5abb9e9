import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for this process, removed at its end: after a failure, Ctrl-C or SIGTERM, too. */
export function temporaryHome(name: string): string {
  const home = mkdtempSync(join(tmpdir(), `stacks-devnet-${name}-`));
  process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  return home;
}
