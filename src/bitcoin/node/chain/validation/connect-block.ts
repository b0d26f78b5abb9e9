import { COINBASE_MATURITY } from '../../../coinbase-maturity.js';
import { RejectError } from '../../../protocol/codec/error.js';
import { isCoinbase, MAX_MONEY, outPointKey, type Transaction } from '../../../protocol/codec/transaction.js';
import { isUnspendable } from '../../../protocol/script/pattern.js';
import { sigOpCost } from '../../../protocol/script/sigops.js';
import { type ActivationHeights, blockScriptFlags } from '../activation.js';
import type { BlockEntry } from '../block-entry.js';
import { type Coin, type CoinLookup, outputKey } from '../coin.js';
import type { Coins } from '../coins.js';
import { formatMoney } from '../format-money.js';
import { MAX_BLOCK_SIGOPS_COST } from '../params.js';
import type { TxRecord } from '../tx-record.js';
import { sequenceLocksMet } from './locks.js';
import type { ScriptChecker } from './script-checker.js';

/** The parts of a block that change coins. The header is checked elsewhere. */
export type BlockEffects = { records: TxRecord[]; parent: BlockEntry };
/** What the blocks of a chain are checked with. */
export type BlockRules = {
  scripts: ScriptChecker;
  activation: ActivationHeights;
  /** Returns the subsidy at a height, in sats. */
  subsidy(height: number): bigint;
  /** The height whose coinbase needs no maturity. */
  grantHeight: number | undefined;
};

/**
 * Spends and creates the coins of a block in `coins` (Core's `ConnectBlock`). Pass a fork: `coins` is half-changed after a throw.
 * @returns the coins that each transaction except the coinbase spent, for {@link disconnectBlock}
 * @throws RejectError
 */
export function connectBlock(
  { records, parent }: BlockEffects,
  coins: Coins,
  { scripts, activation, subsidy, grantHeight }: BlockRules,
): Coin[][] {
  const height = parent.height + 1;
  const flags = blockScriptFlags(height, activation);
  checkOverwrites(records, coins);
  const lookup: CoinLookup = (key) => coins.get(key);
  const undo: Coin[][] = [];
  let fees = 0n;
  let sigOps = 0;
  for (const record of records) {
    const { tx } = record;
    const coinbase = isCoinbase(tx);
    const { spent, fee } = coinbase ? { spent: [], fee: 0n } : checkInputs(record, lookup, height);
    if (!coinbase) {
      fees += fee;
      if (fees > MAX_MONEY) throw new RejectError('bad-txns-accumulated-fee-outofrange', 'accumulated fee in the block out of range');
      if (height >= activation.csv && !sequenceLocksMet(tx, spent, parent))
        throw new RejectError('bad-txns-nonfinal', `contains a non-BIP68-final transaction ${record.txid}`);
    }
    sigOps += sigOpCost(tx, spent);
    if (sigOps > MAX_BLOCK_SIGOPS_COST) throw new RejectError('bad-blk-sigops', 'too many sigops');
    if (!coinbase) {
      const failure = scripts.checkConsensus(record, spent, flags);
      if (failure !== undefined) throw new RejectError(`block-script-verify-flag-failed (${failure.reason})`, failure.where);
      undo.push(spent);
    }
    moveCoins(record, height, coins, grantHeight);
  }
  const created = records[0]?.tx.outputs.reduce((sum, { value }) => sum + value, 0n) ?? 0n;
  const allowed = subsidy(height) + fees;
  if (created > allowed) throw new RejectError('bad-cb-amount', `coinbase pays too much (actual=${created} vs limit=${allowed})`);
  return undo;
}

/** Spends and creates the coins of a block that is known to be valid. @returns as {@link connectBlock} */
export function connectValid(records: readonly TxRecord[], height: number, coins: Coins, grantHeight: number | undefined): Coin[][] {
  const undo: Coin[][] = [];
  for (const record of records) {
    if (!isCoinbase(record.tx)) undo.push(requireCoins(record.tx, (key) => coins.get(key)));
    moveCoins(record, height, coins, grantHeight);
  }
  return undo;
}

/** Returns the coins that a transaction of the block spends, and its fee. @throws RejectError that names the transaction */
function checkInputs({ tx, txid }: TxRecord, lookup: CoinLookup, height: number): { spent: Coin[]; fee: bigint } {
  try {
    const spent = requireCoins(tx, lookup);
    return { spent, fee: checkAmounts(tx, spent, height) };
  } catch (error) {
    if (!(error instanceof RejectError)) throw error;
    throw new RejectError(error.reason, `${error.detail ?? ''} in transaction ${txid}`);
  }
}

/** Reverts the effects of a connected block. */
export function disconnectBlock(entry: BlockEntry, coins: Coins): void {
  for (let at = entry.records.length - 1; at >= 0; at--) {
    const record = entry.records[at];
    if (record === undefined) continue;
    record.tx.outputs.forEach((_, index) => {
      coins.delete(outputKey(record, index));
    });
    record.tx.inputs.forEach(({ previous }, index) => {
      const coin = entry.undo?.[at - 1]?.[index];
      if (coin !== undefined) coins.set(outPointKey(previous), coin);
    });
  }
}

/** BIP30: a transaction must not repeat one that still has unspent outputs. */
function checkOverwrites(records: TxRecord[], coins: Coins): void {
  for (const record of records) {
    if (record.tx.outputs.some((_, index) => coins.has(outputKey(record, index)))) {
      throw new RejectError('bad-txns-BIP30', 'tried to overwrite transaction');
    }
  }
}

/** Returns the coins that the inputs spend. @throws RejectError if one is missing */
export function requireCoins(tx: Transaction, lookup: CoinLookup): Coin[] {
  return tx.inputs.map(({ previous }) => {
    const coin = lookup(outPointKey(previous));
    if (coin === undefined) throw new RejectError('bad-txns-inputs-missingorspent', 'CheckTxInputs: inputs missing/spent');
    return coin;
  });
}

/**
 * Checks that coinbases are mature, sums are in range, and outputs do not exceed inputs (Core's `CheckTxInputs`).
 * @param height the height of the block that would contain the transaction
 * @returns the fee
 * @throws RejectError
 */
export function checkAmounts(tx: Transaction, coins: Coin[], height: number): bigint {
  let input = 0n;
  for (const coin of coins) {
    const depth = height - coin.height;
    if (coin.coinbase && depth < COINBASE_MATURITY) {
      throw new RejectError('bad-txns-premature-spend-of-coinbase', `tried to spend coinbase at depth ${depth}`);
    }
    input += coin.value;
    if (coin.value < 0n || coin.value > MAX_MONEY || input > MAX_MONEY) throw new RejectError('bad-txns-inputvalues-outofrange');
  }
  const output = tx.outputs.reduce((sum, { value }) => sum + value, 0n);
  if (input < output) {
    throw new RejectError('bad-txns-in-belowout', `value in (${formatMoney(input)}) < value out (${formatMoney(output)})`);
  }
  return input - output;
}

/** Removes the coins that a transaction spends, and adds those that it creates. */
function moveCoins(record: TxRecord, height: number, coins: Coins, grantHeight: number | undefined): void {
  const coinbase = isCoinbase(record.tx);
  const needsMaturity = coinbase && height !== grantHeight;
  if (!coinbase) for (const { previous } of record.tx.inputs) coins.delete(outPointKey(previous));
  record.tx.outputs.forEach(({ value, scriptPubKey }, index) => {
    if (!isUnspendable(scriptPubKey)) coins.set(outputKey(record, index), { value, scriptPubKey, height, coinbase: needsMaturity });
  });
}
