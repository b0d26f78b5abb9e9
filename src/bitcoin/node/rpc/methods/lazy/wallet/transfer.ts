import { inTurns } from '../../../../../../base/turns.js';
import { RejectError } from '../../../../../protocol/codec/error.js';
import { fromHex } from '../../../../../protocol/codec/hex.js';
import { outPointKey, parseTransaction, type Transaction } from '../../../../../protocol/codec/transaction.js';
import { recordTx, type TxRecord } from '../../../../chain/tx-record.js';
import { requireInputs } from '../../../../mempool/require-inputs.js';
import { learn, statusOf, type WalletView } from '../../../../wallet/history.js';
import { keySteps } from '../../../../wallet/keys.js';
import type { WalletTx } from '../../../../wallet/state.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import { knownCoins, signKnown } from '../signing/signing.js';

/** What a wallet notes about its payment. */
export type Notes = Pick<WalletTx, 'comment' | 'to' | 'replaces'>;

/** Signs a transaction with the wallet's keys. Other calls are answered meanwhile. @throws RpcError −4 if a key is missing */
export async function signed(view: WalletView, unsigned: Transaction): Promise<Transaction> {
  const coins = knownCoins(unsigned, view.core);
  const scripts = unsigned.inputs.flatMap(({ previous }) => coins.get(outPointKey(previous))?.scriptPubKey ?? []);
  const { hex, complete } = await signKnown(unsigned, coins, await inTurns(keySteps(view.state, scripts)), 0);
  if (complete !== true) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Signing transaction failed');
  return parseTransaction(fromHex(String(hex)));
}

/** Returns the hash of the block that has spent a coin of a new payment. */
function blockBefore(view: WalletView, record: TxRecord): string | undefined {
  const status = statusOf(view, { record });
  return status.type === 'conflicted' ? status.block.hash : undefined;
}

/**
 * Adds a transaction to the wallet and sends it. One that the mempool rejects stays in the wallet, as in bitcoind. Other calls are answered
 * before that. @returns the txid
 */
export async function submit(view: WalletView, tx: Transaction, notes: Notes = {}): Promise<string> {
  const { state, core } = view;
  const record = recordTx(tx);
  requireInputs(core, [record]);
  await core.checkAhead([record], 'mempool');
  const now = core.clock.now();
  const made = state.transactions.has(record.txid) ? {} : { madeAt: core.mempool.pool.sequence(), despite: blockBefore(view, record) };
  learn(view, record, now, now);
  const known = state.transactions.get(record.txid);
  if (known !== undefined) state.transactions.set(record.txid, { ...made, ...known, ...notes });
  if (!core.walletDefaults.broadcasts) return record.txid;
  try {
    core.mempool.submit(record);
  } catch (error) {
    if (!(error instanceof RejectError)) throw error;
    core.log.info(`[${state.name}] CommitTransaction(): Transaction cannot be broadcast immediately, ${error.message}`);
  }
  return record.txid;
}
