import { basename } from 'node:path';

/**
 * What a copy goes without: the nodes' logs and locks, and what must not outlive a restart. A mempool of another time would be sent
 * again, and undelivered events (`event_observers.sqlite`) would be told to the next observer. LevelDB's journals, `000012.log`,
 * hold data and stay.
 */
const leftOut = /^(?:debug\.log|db\.log|\.lock|\.cookie|bitcoind\.pid|LOCK|LOG|LOG\.old|mempool\.dat|event_observers\.sqlite.*)$/;

/** Whether a copy of a network's state goes without this file. */
export function isLeftOut(file: string): boolean {
  return leftOut.test(basename(file));
}
