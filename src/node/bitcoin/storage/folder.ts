import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodeCore } from '../core.js';
import { loadBans, saveBans } from './bans.js';
import { loadBlocks, saveBlocks } from './blocks.js';
import { loadMempool, saveMempool } from './mempool.js';
import { loadWallets, saveWallets } from './wallets.js';

/** What a folder keeps of a node. */
export type StorageOptions = {
  path: string;
  /** Whether the mempool is kept, too. @default true */
  mempool?: boolean | undefined;
};

/** Keeps a node's state in a folder. */
export type Storage = { save(): Promise<void> };

/**
 * Loads the state that a folder keeps into a new node: blocks are checked again, as if they came from a peer.
 * @returns what writes the state back
 * @throws the system's error for a folder that cannot be read or created
 */
export async function openStorage(core: NodeCore, { path, mempool = true }: StorageOptions): Promise<Storage> {
  const [blocks, wallets, unconfirmed] = [join(path, 'blocks'), join(path, 'wallets'), join(path, 'mempool.dat')];
  for (const folder of [blocks, wallets]) await mkdir(folder, { recursive: true, mode: 0o700 });
  core.storage = { mempool: unconfirmed };
  core.files.add(path);
  await loadBans(core, path);
  await loadBlocks(core, blocks);
  await loadWallets(core, path);
  if (mempool) await loadMempool(core, unconfirmed);
  core.log.info('init message: Done loading');
  return {
    save: async () => {
      await saveBans(core, path);
      await saveBlocks(core, blocks);
      await saveWallets(core, path);
      if (mempool) await saveMempool(core, unconfirmed);
    },
  };
}
