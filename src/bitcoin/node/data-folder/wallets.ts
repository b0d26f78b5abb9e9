import { readdir } from '#platform/files.js';
import { join } from '#platform/paths.js';
import { readIfExists } from '#platform/read-if-exists.js';
import { closeAll } from '../../../base/close-all.js';
import type { Turn } from '../../../base/turns.js';
import type { NodeCore } from '../core.js';
import type { StoredWallet } from '../wallet/stored-schema.js';
import type { Wallets } from '../wallet/wallets.js';
import { replaceFile } from './read.js';
import { pathOf, walletName, writeWallet } from './wallet-file.js';

/** bitcoind's name of the file with the wallets that it loads at its start. */
const SETTINGS = 'settings.json';

/** Creates the wallets of a folder. Those that a client marked with `load_on_startup` are loaded. */
export async function loadWallets(core: NodeCore, path: string, turn: Turn): Promise<void> {
  const folder = join(path, 'wallets');
  const entries = await readdir(folder);
  if (entries.length === 0) return;
  const { readBackup, recallWallet, walletsOf } = await wallets();
  const kept = walletsOf(core);
  /** The heights up to which they are complete. */
  const complete = new Map<string, number>();
  for (const entry of entries) {
    await turn();
    const stored: StoredWallet | string = await readBackup(pathOf(folder, entry));
    if (stored === 'missing') continue;
    const name = typeof stored === 'string' ? undefined : walletName(folder, entry, stored);
    if (typeof stored === 'string' || name === undefined || kept.has(name)) {
      core.log.info(`Error loading ${entry}: no wallet of this node`);
      continue;
    }
    complete.set(name, recallWallet(kept, name, stored));
  }
  const settings: unknown = JSON.parse((await readIfExists(join(path, SETTINGS)))?.toString() ?? '{}');
  for (const name of startupNames(settings).filter((name) => kept.has(name))) {
    await turn();
    kept.setStartup(name, true);
    await kept.load(name, (complete.get(name) ?? -1) + 1);
  }
}

/** Writes the wallets, each on its own. @throws what prevented some */
export async function saveWallets(core: NodeCore, path: string): Promise<void> {
  if (core.wallet.keeper === undefined) return;
  const { storedWallet, walletsOf } = await wallets();
  const kept = walletsOf(core);
  const loaded = new Set(kept.loaded());
  const writers = [...kept.snapshot().wallets.values()].map((state) => {
    return () => writeWallet(join(path, 'wallets'), storedWallet(state, loaded.has(state.name) ? core.chain.tip().hash : undefined));
  });
  await closeAll([() => saveSettings(kept, join(path, SETTINGS)), ...writers]);
}

async function saveSettings(kept: Wallets, path: string): Promise<void> {
  if (kept.startup().length === 0 && (await readIfExists(path)) === undefined) return;
  await replaceFile(path, JSON.stringify({ wallet: kept.startup() }, undefined, 2));
}

/** A node without wallets does not load this code. */
async function wallets() {
  const [{ readBackup }, { recallWallet, storedWallet }, { walletsOf }] = await Promise.all([
    import('../wallet/backup.js'),
    import('../wallet/stored.js'),
    import('../rpc/methods/lazy/wallet/wallet-of.js'),
  ]);
  return { readBackup, recallWallet, storedWallet, walletsOf };
}

/** Returns the wallets to load: without a choice of a client the one without a name, as in bitcoind. */
function startupNames(settings: unknown): string[] {
  const names = typeof settings === 'object' && settings !== null && 'wallet' in settings ? settings.wallet : [''];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
