import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodeCore } from '../core.js';
import { readIfExists, replaceFile } from './read.js';

/** In the folder of a wallet. */
const FILE = 'wallet.json';
/** bitcoind's name of the file with the wallets that it loads at its start. */
const SETTINGS = 'settings.json';

/** Creates the wallets of a folder. Those that a client marked with `load_on_startup` are loaded. */
export async function loadWallets(core: NodeCore, path: string): Promise<void> {
  const folders = await readdir(join(path, 'wallets'));
  if (folders.length === 0) return;
  const { readBackup, restoreWallet, walletsOf } = await wallets();
  const kept = walletsOf(core);
  // The wallet without a name has no folder of its own.
  for (const entry of folders) {
    const folder = entry === FILE ? '' : entry;
    const backup = await readBackup(join(path, 'wallets', folder, FILE));
    if (typeof backup === 'string') continue;
    restoreWallet(kept, decodeURIComponent(folder), backup);
    kept.unload(decodeURIComponent(folder));
  }
  const settings: unknown = JSON.parse((await readIfExists(join(path, SETTINGS)))?.toString() ?? '{}');
  for (const name of startupNames(settings).filter((name) => kept.has(name))) {
    kept.setStartup(name, true);
    kept.load(name);
  }
}

export async function saveWallets(core: NodeCore, path: string): Promise<void> {
  if (core.wallet.keeper === undefined) return;
  const { backupOf, walletsOf } = await wallets();
  const kept = walletsOf(core);
  for (const state of kept.snapshot().wallets.values()) {
    const folder = join(path, 'wallets', encodeURIComponent(state.name));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await replaceFile(join(folder, FILE), JSON.stringify(backupOf(state), undefined, 2));
  }
  const settings = join(path, SETTINGS);
  if (kept.startup().length === 0 && (await readIfExists(settings)) === undefined) return;
  await replaceFile(settings, JSON.stringify({ wallet: kept.startup() }, undefined, 2));
}

/** A node without wallets does not load this code. */
async function wallets() {
  const [{ backupOf, readBackup, restoreWallet }, { walletsOf }] = await Promise.all([
    import('../wallet/backup.js'),
    import('../rpc/methods/lazy/wallet/wallet-of.js'),
  ]);
  return { backupOf, readBackup, restoreWallet, walletsOf };
}

/** Returns the wallets to load: without a choice of a client the one without a name, as in bitcoind. */
function startupNames(settings: unknown): string[] {
  const names = typeof settings === 'object' && settings !== null && 'wallet' in settings ? settings.wallet : [''];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
