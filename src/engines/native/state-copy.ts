import { constants } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * What a copy goes without: the nodes' logs and locks, and what must not outlive a restart. A mempool of another time would be sent
 * again, and undelivered events (`event_observers.sqlite`) would be told to the next observer. LevelDB's journals, `000012.log`,
 * hold data and stay.
 */
const left = /^(?:debug\.log|db\.log|\.lock|\.cookie|bitcoind\.pid|LOCK|LOG|LOG\.old|mempool\.dat|event_observers\.sqlite.*)$/;

/**
 * Copies a state folder to a place that appears whole or not at all; what was there before is replaced. File systems that can
 * (Btrfs, XFS, APFS) share the blocks.
 */
export async function copyState(source: string, target: string): Promise<void> {
  const partial = `${target}.${process.pid}.partial`;
  try {
    await cp(source, partial, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (file) => !left.test(path.basename(file)),
    });
    await rm(target, { recursive: true, force: true });
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}
