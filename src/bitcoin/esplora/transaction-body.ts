import { encodeAddress } from '../protocol/address/address.js';
import { fromHex, hashToHex, toHex } from '../protocol/codec/hex.js';
import { isCoinbase, type TxIn, totalSize, transactionWeight } from '../protocol/codec/transaction.js';
import { instructions } from '../protocol/script/instruction.js';
import type { ChainIndex } from './chain-index.js';
import type { IndexedOutput, IndexedTransaction, Unspent } from './index-part.js';
import { scriptAsm } from './script-asm.js';
import { scriptType } from './script-type.js';

/** The bodies of an Esplora server (Blockstream/electrs: src/rest.rs). Amounts are sats as numbers, times are seconds since 1970. */

export type Status = { confirmed: false } | { confirmed: true; block_height: number; block_hash: string; block_time: number };

export function statusOf({ block }: Pick<IndexedTransaction, 'block'>): Status {
  return block === undefined
    ? { confirmed: false }
    : { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time };
}

export function transactionBody(transaction: IndexedTransaction, index: ChainIndex): object {
  const { txid, tx, outputs } = transaction;
  return {
    txid,
    version: tx.version,
    locktime: tx.lockTime,
    vin: tx.inputs.map((input, at) => inputBody(input, previousOf(transaction, at, index), isCoinbase(tx))),
    vout: outputs.map(outputBody),
    size: totalSize(tx),
    weight: transactionWeight(tx),
    fee: Number(feeOf(transaction, index)),
    status: statusOf(transaction),
  };
}

/** Returns the fee of a transaction in sats; 0 for a coinbase. */
export function feeOf(transaction: IndexedTransaction, index: ChainIndex): bigint {
  if (transaction.inputs.length === 0) return 0n;
  return spentBy(transaction, index) - transaction.outputs.reduce((sum, { value }) => sum + value, 0n);
}

/** Returns the sum of the outputs that a transaction spends, in sats. */
export function spentBy({ inputs }: IndexedTransaction, index: ChainIndex): bigint {
  return inputs.reduce((sum, outpoint) => sum + (index.output(outpoint)?.value ?? 0n), 0n);
}

function previousOf({ inputs }: IndexedTransaction, at: number, index: ChainIndex): IndexedOutput | undefined {
  const outpoint = inputs[at];
  return outpoint === undefined ? undefined : index.output(outpoint);
}

function inputBody({ previous, scriptSig, witness, sequence }: TxIn, spent: IndexedOutput | undefined, isFromCoinbase: boolean): object {
  const { redeem, witnessScript } = spent === undefined ? {} : innerScripts(spent, scriptSig, witness);
  return {
    txid: hashToHex(previous.hash),
    vout: previous.index,
    prevout: spent === undefined ? null : outputBody(spent),
    scriptsig: toHex(scriptSig),
    scriptsig_asm: scriptAsm(scriptSig),
    ...(witness.length === 0 ? {} : { witness: witness.map(toHex) }),
    is_coinbase: isFromCoinbase,
    sequence,
    ...(redeem === undefined ? {} : { inner_redeemscript_asm: scriptAsm(redeem) }),
    ...(witnessScript === undefined ? {} : { inner_witnessscript_asm: scriptAsm(witnessScript) }),
  };
}

/** The scripts whose hashes an output pays to: of P2SH the last push of the input's script, of P2WSH the last item of its witness. */
function innerScripts(
  { script }: IndexedOutput,
  scriptSig: Uint8Array,
  witness: readonly Uint8Array[],
): { redeem?: Uint8Array | undefined; witnessScript?: Uint8Array | undefined } {
  const type = scriptType(fromHex(script));
  const redeem = type === 'p2sh' ? [...instructions(scriptSig)].at(-1)?.data : undefined;
  const isWitnessScript = type === 'v0_p2wsh' || (redeem !== undefined && scriptType(redeem) === 'v0_p2wsh');
  return { redeem, witnessScript: isWitnessScript ? witness.at(-1) : undefined };
}

function outputBody({ script, value }: IndexedOutput): object {
  const bytes = fromHex(script);
  const address = encodeAddress(bytes);
  return {
    scriptpubkey: script,
    scriptpubkey_asm: scriptAsm(bytes),
    scriptpubkey_type: scriptType(bytes),
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value: Number(value),
  };
}

export function unspentBody({ transaction, vout, value }: Unspent): object {
  return { txid: transaction.txid, vout, status: statusOf(transaction), value: Number(value) };
}

export function outspendBody(txid: string, vout: number, index: ChainIndex): object {
  const outpoint = `${txid}:${vout}`;
  const spender = index.spender(outpoint);
  if (spender === undefined) return { spent: false };
  return { spent: true, txid: spender.txid, vin: spender.inputs.indexOf(outpoint), status: statusOf(spender) };
}
