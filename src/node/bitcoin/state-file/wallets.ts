import { hashFromHex } from '../../../chains/bitcoin/codec/hex.js';
import { outPointKey } from '../../../chains/bitcoin/codec/transaction.js';
import type { ByteReader } from '../../../storage/byte-reader.js';
import type { ByteWriter } from '../../../storage/byte-writer.js';
import type { NodeCore } from '../core.js';
import { walletsOf } from '../rpc/methods/lazy/wallet/wallet-of.js';
import { recallWallet, type StoredWallet, storedWallet } from '../wallet/stored.js';

/**
 * Writes the wallets of a node as its folder has them, and what a folder does not keep: fee rates, and the locks of outputs until a
 * restart.
 */
export function writeWallets(writer: ByteWriter, core: NodeCore): void {
  const { wallets, loaded, startup } = walletsOf(core).snapshot();
  writer.list([...wallets.values()], (state) => {
    const isLoaded = loaded.has(state.name);
    writer.text(JSON.stringify(storedWallet({ state, core }, isLoaded)));
    writer.flag(isLoaded);
    writer.amount(state.payFeeRate);
    const passing = [...state.locked.values()].filter(({ persistent }) => !persistent);
    writer.text(JSON.stringify(passing.map(({ txid, vout }) => [txid, vout])));
  });
  writer.list([...startup], (name) => writer.text(name));
}

/** Reads the wallets of a node that has the chain and the mempool already. Those with a passphrase are locked, as after a restart. */
export function readWallets(reader: ByteReader, core: NodeCore): void {
  const wallets = walletsOf(core);
  const read = reader.list(() => ({
    stored: JSON.parse(reader.text()) as StoredWallet,
    isLoaded: reader.flag(),
    payFeeRate: reader.amount(),
    passing: JSON.parse(reader.text()) as [txid: string, vout: number][],
  }));
  for (const { stored } of read) recallWallet(wallets, stored.name, stored);
  const recalled = wallets.snapshot();
  for (const { stored, payFeeRate, passing } of read) {
    const state = recalled.wallets.get(stored.name);
    if (state === undefined) continue;
    state.payFeeRate = payFeeRate;
    for (const [txid, vout] of passing) {
      state.locked.set(outPointKey({ hash: hashFromHex(txid), index: vout }), { txid, vout, persistent: false });
    }
  }
  const loaded = new Set(read.flatMap(({ stored, isLoaded }) => (isLoaded ? [stored.name] : [])));
  wallets.restore({ wallets: recalled.wallets, loaded, startup: new Set(reader.list(() => reader.text())) });
}
