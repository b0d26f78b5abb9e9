import { encodeAddress } from '../chains/bitcoin/address/address.js';
import { toHex } from '../chains/bitcoin/codec/hex.js';
import { isCoinbase, type Transaction, type TxIn, totalSize, transactionWeight } from '../chains/bitcoin/codec/transaction.js';
import { matchScript } from '../chains/bitcoin/script/pattern.js';
import type { ChainIndex, IndexedOutput, IndexedTransaction } from './chain-index.js';
import { scriptAsm } from './script-asm.js';

/** The bodies of an Esplora server (Blockstream/electrs: src/rest.rs). Amounts are sats as numbers, times are seconds since 1970. */

type Status = { confirmed: false } | { confirmed: true; block_height: number; block_hash: string; block_time: number };

export function statusOf({ block }: Pick<IndexedTransaction, 'block'>): Status {
  return block === undefined
    ? { confirmed: false }
    : { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time };
}

/** @param indexed the same transaction in the index */
export function transactionBody(tx: Transaction, indexed: IndexedTransaction, index: ChainIndex): object {
  const previous = indexed.inputs.map((outpoint) => outputAt(index, outpoint));
  const spent = previous.reduce((sum, output) => sum + (output?.value ?? 0n), 0n);
  const paid = indexed.outputs.reduce((sum, { value }) => sum + value, 0n);
  return {
    txid: indexed.txid,
    version: tx.version,
    locktime: tx.lockTime,
    vin: tx.inputs.map((input, at) => inputBody(input, indexed.inputs[at], previous[at])),
    vout: indexed.outputs.map(outputBody),
    size: totalSize(tx),
    weight: transactionWeight(tx),
    fee: isCoinbase(tx) ? 0 : Number(spent - paid),
    status: statusOf(indexed),
  };
}

function inputBody(input: TxIn, outpoint: string | undefined, previous: IndexedOutput | undefined): object {
  const [txid = '00'.repeat(32)] = outpoint?.split(':') ?? [];
  return {
    txid,
    vout: input.previous.index,
    prevout: previous === undefined ? null : outputBody(previous),
    scriptsig: toHex(input.scriptSig),
    scriptsig_asm: scriptAsm(input.scriptSig),
    ...(input.witness.length === 0 ? {} : { witness: input.witness.map(toHex) }),
    is_coinbase: outpoint === undefined,
    sequence: input.sequence,
  };
}

function outputBody({ script, value }: IndexedOutput): object {
  const bytes = new Uint8Array(Buffer.from(script, 'hex'));
  const address = encodeAddress(bytes);
  return {
    scriptpubkey: script,
    scriptpubkey_asm: scriptAsm(bytes),
    scriptpubkey_type: typeOf(bytes),
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value: Number(value),
  };
}

const TYPES: Record<string, string> = {
  nulldata: 'op_return',
  pubkey: 'p2pk',
  pubkeyhash: 'p2pkh',
  scripthash: 'p2sh',
  witness_v0_keyhash: 'v0_p2wpkh',
  witness_v0_scripthash: 'v0_p2wsh',
  witness_v1_taproot: 'v1_p2tr',
};

function typeOf(script: Uint8Array): string {
  if (script.length === 0) return 'empty';
  return TYPES[matchScript(script).type] ?? 'unknown';
}

/** @param script as hex */
export function addressBody(address: string, script: string, index: ChainIndex): object {
  const history = index.history(script);
  return {
    address,
    chain_stats: stats(
      script,
      history.filter(({ block }) => block !== undefined),
      index,
    ),
    mempool_stats: stats(
      script,
      history.filter(({ block }) => block === undefined),
      index,
    ),
  };
}

function stats(script: string, transactions: readonly IndexedTransaction[], index: ChainIndex): object {
  const funded = transactions.flatMap(({ outputs }) => outputs.filter((output) => output.script === script));
  const spent = transactions.flatMap(({ inputs }) =>
    inputs.flatMap((outpoint) => {
      const output = outputAt(index, outpoint);
      return output?.script === script ? [output] : [];
    }),
  );
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: total(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: total(spent),
    tx_count: transactions.length,
  };
}

/** @param script as hex */
export function unspentBody(script: string, index: ChainIndex): object[] {
  return index.unspent(script).map(({ transaction, vout, value }) => ({
    txid: transaction.txid,
    vout,
    status: statusOf(transaction),
    value: Number(value),
  }));
}

export function outspendBody(txid: string, vout: number, index: ChainIndex): object {
  const outpoint = `${txid}:${vout}`;
  const spender = index.spender(outpoint);
  if (spender === undefined) return { spent: false };
  return { spent: true, txid: spender.txid, vin: spender.inputs.indexOf(outpoint), status: statusOf(spender) };
}

function outputAt(index: ChainIndex, outpoint: string): IndexedOutput | undefined {
  const [txid = '', vout] = outpoint.split(':');
  return index.transaction(txid)?.outputs[Number(vout)];
}

function total(outputs: readonly IndexedOutput[]): number {
  return Number(outputs.reduce((sum, { value }) => sum + value, 0n));
}
