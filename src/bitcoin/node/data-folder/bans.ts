import { join } from '#platform/paths.js';
import { readIfExists } from '#platform/read-if-exists.js';
import type { NodeCore } from '../core.js';
import type { Ban } from '../peers/bans.js';
import { replaceFile } from './read.js';

/** bitcoind's name of the file. */
const FILE = 'banlist.json';

export async function loadBans({ peers, log }: NodeCore, path: string): Promise<void> {
  const text = await readIfExists(join(path, FILE));
  if (text === undefined) {
    log.info('Recreating the banlist database');
    await replaceFile(join(path, FILE), '[]');
    return;
  }
  const bans: unknown = JSON.parse(text.toString());
  for (const ban of Array.isArray(bans) ? bans : []) peers.bans.add(ban as Ban);
}

export async function saveBans({ peers }: NodeCore, path: string): Promise<void> {
  await replaceFile(join(path, FILE), JSON.stringify(peers.bans.list(), undefined, 2));
}
