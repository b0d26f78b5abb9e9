import { basename } from 'node:path';

/**
 * Logs, locks, and files that must not outlive a restart: an old mempool would be sent again, and undelivered events
 * (`event_observers.sqlite`) would go to the next observer. LevelDB's journals, `000012.log`, hold data and are copied.
 */
const excluded = /^(?:debug\.log|db\.log|\.lock|\.cookie|bitcoind\.pid|LOCK|LOG|LOG\.old|mempool\.dat|event_observers\.sqlite.*)$/;

/** Whether a copy of a network's state leaves out this file. */
export function isExcluded(file: string): boolean {
  return excluded.test(basename(file));
}
