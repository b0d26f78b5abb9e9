import { outPointKey } from '../../protocol/codec/transaction.js';
import { backupOf, fillWallet } from './backup.js';
import { statusOf } from './history.js';
import { addDescriptors, adoptScripts } from './keys.js';
import type { WalletState } from './state.js';
import type { StoredWallet } from './stored-schema.js';
import type { Wallets } from './wallets.js';

/** Returns a wallet as data for the folder of its node. @param tip the hash of the tip, if the wallet is loaded */
export function storedWallet(state: WalletState, tip: string | undefined): StoredWallet {
  const scripts = new Map<string, string[]>();
  for (const { descriptor, begin, derived } of state.descriptors.values()) {
    scripts.set(
      descriptor.text,
      Array.from({ length: derived - begin + 1 }, () => ''),
    );
  }
  for (const [script, { descriptor, index }] of state.scripts.entries()) {
    const [list, begin = 0] = [scripts.get(descriptor), state.descriptors.get(descriptor)?.begin];
    const before = list?.[index - begin];
    if (list !== undefined && before !== undefined) list[index - begin] = before === '' ? script : `${before} ${script}`;
  }
  return { ...backupOf(state), cache: { scripts: Object.fromEntries(scripts), spenders: [...state.spenders.entries()], tip } };
}

/**
 * Adds a wallet that is not loaded yet, as it was when it was stored. One without a cache, from an older version, derives its keys.
 * @returns the height up to which it is complete, 0 if it has to read the chain
 */
export function recallWallet(wallets: Wallets, name: string, { cache, ...backup }: StoredWallet): number {
  const view = fillWallet(wallets, name, backup, (state, given) => {
    if (cache === undefined) return addDescriptors(state, given, 'all');
    return addDescriptors(state, given, 'none').map((added) => {
      const known = cache.scripts[added.descriptor.text] ?? [];
      return adoptScripts(
        state,
        added,
        known.map((scripts) => (scripts === '' ? [] : scripts.split(' '))),
      );
    });
  });
  const { spenders, transactions, available } = view.state;
  for (const [outPoint, txids] of cache?.spenders ?? []) spenders.set(outPoint, txids);
  for (const tx of transactions.values()) {
    if (statusOf(view, tx).type === 'confirmed') for (const { previous } of tx.record.tx.inputs) available.delete(outPointKey(previous));
  }
  wallets.unload(name);
  const { chain } = view.core;
  const tip = cache?.tip === undefined ? undefined : chain.header(cache.tip);
  return tip !== undefined && chain.isActive(tip) ? tip.height : 0;
}
