import { readFile, stat } from '#platform/files.js';
import { basename, join } from '#platform/paths.js';
import { writeNewOutput } from '#platform/write-output.js';
import { writeWhole } from '#platform/write-whole.js';
import { readJson } from '../../../base/storage.js';
import { fromHex, hashFromHex, toHex } from '../../protocol/codec/hex.js';
import { outPointKey, parseTransaction, serializeTransaction } from '../../protocol/codec/transaction.js';
import { recordTx } from '../chain/tx-record.js';
import { inOrder, learn, type WalletView } from './history.js';
import { addDescriptors, type NewDescriptor } from './keys.js';
import type { WalletState } from './state.js';
import { type Backup, FILE_SCHEMA, FORMAT } from './stored-schema.js';
import type { Wallets } from './wallets.js';

/**
 * Writes a wallet to a file; to one with its name if the path is a folder.
 * Any caller of the RPC can name the file, so it replaces no file except a backup. @returns whether it could
 */
export async function writeBackup(state: WalletState, destination: string): Promise<boolean> {
  const isFolder = await stat(destination).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(destination, `${basename(state.name) || 'wallet'}.json`) : destination;
  const isNew = (await readBackup(file)) === 'missing';
  if (!isNew && typeof (await readBackup(file)) === 'string') return false;
  const text = `${JSON.stringify(backupOf(state), undefined, 2)}\n`;
  const isWritten = isNew ? writeNewOutput('destination', file, text, 0o600) : writeWhole(file, text).then(() => true);
  return isWritten.catch(() => false);
}

/** Returns a wallet as data. */
export function backupOf(state: WalletState): Backup {
  const { name, privateKeys, blank, avoidReuse, birth, passphrase } = state;
  return {
    format: FORMAT,
    name,
    privateKeys,
    blank,
    avoidReuse,
    birth,
    passphrase,
    descriptors: [...state.descriptors.values()].map(({ privateText: text, active, begin, end, internal, next, timestamp }) => {
      return { text, active, begin, end, internal, next, timestamp };
    }),
    labels: [...state.labels.entries()],
    locks: [...state.locked.values()].flatMap(({ txid, vout, persistent }) => (persistent ? [{ txid, vout }] : [])),
    transactions: inOrder(state).map(({ record, madeAt: _, ...notes }) => ({ hex: toHex(serializeTransaction(record.tx)), ...notes })),
  };
}

/** Reads a backup, or says that the file is missing or something else. */
export async function readBackup(file: string): Promise<Backup | 'missing' | 'unreadable'> {
  try {
    return readJson(FILE_SCHEMA, await readFile(file, 'utf8'));
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'missing' : 'unreadable';
  }
}

/** Creates a wallet as it was at its backup, with the payments of the chain since then. @throws DevnetError ORIGIN, without the wallet */
export async function restoreWallet(wallets: Wallets, name: string, backup: Backup): Promise<void> {
  const view = fillWallet(wallets, name, backup, (state, given) => addDescriptors(state, given, 'all'));
  try {
    await wallets.fill(name, () => wallets.scan(view, 0));
  } catch (error) {
    wallets.remove(name);
    throw error;
  }
}

/** Creates a wallet as it was at its backup. @param addKeys adds a descriptor */
export function fillWallet(
  wallets: Wallets,
  name: string,
  backup: Backup,
  addKeys: (state: WalletState, descriptor: NewDescriptor) => void,
): WalletView {
  const { privateKeys, avoidReuse, birth, blank, passphrase } = backup;
  const view = wallets.create({ name, privateKeys, blank, avoidReuse, birth, seed: false });
  view.state.passphrase = passphrase;
  for (const each of backup.descriptors) addKeys(view.state, { ...each, internal: each.internal ?? undefined });
  for (const [address, entry] of backup.labels) view.state.labels.set(address, entry);
  for (const { txid, vout } of backup.locks ?? []) {
    view.state.locked.set(outPointKey({ hash: hashFromHex(txid), index: vout }), { txid, vout, persistent: true });
  }
  for (const { hex, ...notes } of backup.transactions) {
    const record = recordTx(parseTransaction(fromHex(hex)));
    learn(view, record, notes.time, notes.received);
    view.state.transactions.set(record.txid, { record, ...notes });
  }
  return view;
}
