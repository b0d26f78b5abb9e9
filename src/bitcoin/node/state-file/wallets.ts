import { showValue } from '../../../base/show-value.js';
import type { ByteReader, PartWriter } from '../../../base/storage.js';
import { at, FormatError, hex, list, pair, readJson, whole } from '../../../base/storage.js';
import { hashFromHex } from '../../protocol/codec/hex.js';
import { outPointKey } from '../../protocol/codec/transaction.js';
import type { NodeCore } from '../core.js';
import { walletsOf } from '../rpc/methods/lazy/wallet/wallet-of.js';
import type { KeptWallets } from '../wallet/slot.js';
import { isSameWallet, type WalletState, type WalletsState } from '../wallet/state.js';
import { recallWallet, storedWallet } from '../wallet/stored.js';
import { STORED_SCHEMA } from '../wallet/stored-schema.js';

const LOCKS = list(pair(hex(32), whole(0, 2 ** 32 - 1)));

/** Wallets as they were written last: only their tip changes with each block. */
export class WalletsWriter {
  readonly #part: PartWriter;
  readonly #texts = new Map<string, { state: WalletState; tip: string | undefined; text: string }>();

  constructor(part: PartWriter) {
    this.#part = part;
  }

  /**
   * Writes the wallets of a node as its folder has them, and what a folder does not keep: fee rates, and the locks of outputs until
   * a restart.
   * @param tip the hash of the tip
   */
  write({ wallets, loaded, startup }: WalletsState, tip: string): void {
    this.#part.whole((writer) => {
      writer.list([...wallets.values()], (state) => {
        const isLoaded = loaded.has(state.name);
        writer.text(this.#text(state, isLoaded ? tip : undefined));
        writer.flag(isLoaded);
        writer.amount(state.payFeeRate);
        const passing = [...state.locked.values()].filter(({ persistent }) => !persistent);
        writer.text(JSON.stringify(passing.map(({ txid, vout }) => [txid, vout])));
      });
      writer.list([...startup], (name) => writer.text(name));
    });
    for (const name of this.#texts.keys()) if (!wallets.has(name)) this.#texts.delete(name);
  }

  /** A wallet has thousands of scripts, which few blocks change. */
  #text(state: WalletState, tip: string | undefined): string {
    const known = this.#texts.get(state.name);
    const isKnown = known !== undefined && known.tip === tip && isSameWallet(known.state, state);
    const text = isKnown ? known.text : JSON.stringify(storedWallet(state, tip));
    this.#texts.set(state.name, { state, tip, text });
    return text;
  }
}

/** Returns the wallets of a node. From here on they follow it. @param makeCore makes a node with the state */
export function currentWallets(core: NodeCore, kept: KeptWallets, makeCore: () => NodeCore): WalletsState {
  const { state } = kept.missed === undefined ? kept : { state: walletsOf(makeCore()).snapshot() };
  walletsOf(core);
  return state;
}

/** Reads the wallets of a node that has the chain and the mempool already. Those with a passphrase are locked, as after a restart. */
export function readWallets(reader: ByteReader, core: NodeCore): void {
  const wallets = walletsOf(core);
  const read = reader.list(() => ({
    stored: readJson(STORED_SCHEMA, reader.text()),
    isLoaded: at('isLoaded', () => reader.flag()),
    payFeeRate: at('payFeeRate', () => reader.amount()),
    passing: at('locks', () => readJson(LOCKS, reader.text())),
  }));
  for (const [index, { stored }] of read.entries()) {
    at(index, () => {
      if (wallets.has(stored.name)) throw new FormatError('a name that no other wallet has', showValue(stored.name), ['name']);
      recallWallet(wallets, stored.name, stored);
    });
  }
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
  const startup = new Set(at('startup', () => reader.list(() => reader.text())));
  wallets.restore({ state: { wallets: recalled.wallets, loaded, startup }, missed: undefined });
}
