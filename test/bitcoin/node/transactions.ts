import type { BlockEntry } from '#dist/bitcoin/node/chain/block-entry.js';
import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import { hashFromHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { serializeTransaction, type Transaction, type TxOut } from '#dist/bitcoin/protocol/codec/transaction.js';
import { TRUE_SCRIPT, TRUE_WITNESS } from './harness.js';

export const COIN = 100_000_000n;

type Spend = { txid: string; index?: number; sequence?: number; witness?: Uint8Array[]; scriptSig?: Uint8Array };
export type SpendOptions = {
  inputs: Spend[];
  outputs: { value: bigint; scriptPubKey?: Uint8Array }[];
  version?: number;
  lockTime?: number;
};

/** A transaction that by default spends and creates {@link TRUE_SCRIPT} outputs. */
export function makeTx({ inputs, outputs, version = 2, lockTime = 0 }: SpendOptions): Transaction {
  return {
    version,
    inputs: inputs.map(({ txid, index = 0, sequence = 0xfffffffd, witness = TRUE_WITNESS, scriptSig = new Uint8Array() }) => ({
      previous: { hash: hashFromHex(txid), index },
      scriptSig,
      sequence,
      witness,
    })),
    outputs: outputs.map(({ value, scriptPubKey = TRUE_SCRIPT }): TxOut => ({ value, scriptPubKey })),
    lockTime,
  };
}

export function rawTx(options: SpendOptions): string {
  return toHex(serializeTransaction(makeTx(options)));
}

export function bytesOf(tx: Transaction): Uint8Array {
  return serializeTransaction(tx);
}

export function txidOf(tx: Transaction): string {
  return recordTx(tx).txid;
}

export function coinbaseTxid(entry: BlockEntry): string {
  return entry.records[0]?.txid ?? '';
}
