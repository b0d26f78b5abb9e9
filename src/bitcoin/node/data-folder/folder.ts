import { lockFolder } from '#platform/file-lock.js';
import { makeFolder } from '#platform/make-folder.js';
import { join } from '#platform/paths.js';
import { closeAll } from '../../../base/close-all.js';
import { createTurns } from '../../../base/turns.js';
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
  /** Called once the folder belongs to this node, before anything is loaded. */
  onOwned?: (() => void) | undefined;
  /** Ends the loading. */
  signal: AbortSignal;
};

/** Keeps a node's state in a folder. */
export type Storage = {
  /** Writes every part of the state, even if some fail, and leaves the folder to other nodes. @throws what prevented some */
  close(): Promise<void>;
};

/**
 * Loads the state that a folder keeps into a new node: blocks are checked again, as if they came from a peer. Requests are answered
 * meanwhile, and `core.warmup` says what loads.
 * @returns what writes the state back
 * @throws the system's error for a folder that cannot be read or created, DevnetError BUSY for one that another node uses, the
 * signal's reason
 */
export async function openStorage(core: NodeCore, options: StorageOptions): Promise<Storage> {
  const { path, onOwned } = options;
  makeFolder(path, 0o700);
  const lock = await lockFolder(path, 'Bitcoin node');
  try {
    onOwned?.();
    const savers = await load(core, options);
    return { close: () => closeAll([lock.release, ...savers]) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** @returns what writes each part of the state, the last one first */
async function load(core: NodeCore, { path, mempool = true, signal }: StorageOptions): Promise<(() => Promise<void>)[]> {
  const [blocks, wallets, unconfirmed] = [join(path, 'blocks'), join(path, 'wallets'), join(path, 'mempool.dat')];
  const turn = createTurns(signal);
  const enter = (message: string) => {
    core.warmup = message;
    core.log.info(`init message: ${message}`);
  };
  for (const folder of [blocks, wallets]) makeFolder(folder, 0o700);
  core.files.add(path);
  enter('Loading banlist…');
  await loadBans(core, path);
  enter('Loading block index…');
  await loadBlocks(core, blocks, turn);
  enter('Loading wallet…');
  await loadWallets(core, path, turn);
  enter('Loading mempool…');
  if (mempool) await loadMempool(core, unconfirmed, { turn });
  core.storage = { mempool: unconfirmed, wallets };
  core.log.info('init message: Done loading');
  return [
    async () => mempool && saveMempool(core, unconfirmed),
    () => saveWallets(core, path),
    () => saveBlocks(core, blocks),
    () => saveBans(core, path),
  ].map((part) => async () => void (await part()));
}
