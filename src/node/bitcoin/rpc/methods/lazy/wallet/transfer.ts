import { RejectError } from '../../../../../../chains/bitcoin/codec/error.js';
import { fromHex } from '../../../../../../chains/bitcoin/codec/hex.js';
import { outPointKey, parseTransaction, type Transaction } from '../../../../../../chains/bitcoin/codec/transaction.js';
import { recordTx } from '../../../../chain/tx-record.js';
import type { WalletView } from '../../../../wallet/history.js';
import { keysFor } from '../../../../wallet/keys.js';
import type { WalletTx } from '../../../../wallet/state.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import { knownCoins, signKnown } from '../signing/signing.js';

/** What a wallet notes about its payment. */
export type Notes = Pick<WalletTx, 'comment' | 'to' | 'replaces'>;

/** Signs a transaction with the wallet's keys. @throws RpcError −4 if a key is missing */
export function signed(view: WalletView, unsigned: Transaction): Transaction {
  const coins = knownCoins(unsigned, view.core);
  const scripts = unsigned.inputs.flatMap(({ previous }) => coins.get(outPointKey(previous))?.scriptPubKey ?? []);
  const { hex, complete } = signKnown(unsigned, coins, keysFor(view.state, scripts), 0);
  if (complete !== true) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Signing transaction failed');
  return parseTransaction(fromHex(String(hex)));
}

/** Sends a transaction. @returns the txid @throws RpcError −4 with the reason why the mempool rejects it */
export function submit({ state, core }: WalletView, tx: Transaction, notes: Notes = {}): string {
  const record = recordTx(tx);
  try {
    core.mempool.submit(record);
  } catch (error) {
    if (!(error instanceof RejectError)) throw error;
    throw new RpcError(RPC_CODE.WALLET_ERROR, `Transaction was rejected: ${error.message}`);
  }
  const known = state.transactions.get(record.txid);
  if (known !== undefined) state.transactions.set(record.txid, { ...known, ...notes });
  return record.txid;
}
