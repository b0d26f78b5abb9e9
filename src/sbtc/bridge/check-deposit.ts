import { invalid } from '../../base/error.js';
import { notSecret } from '../../base/show-value.js';
import { hashToHex, isHex, parseTransaction, type Transaction, toHex, txid as transactionId } from '../../bitcoin/codec.js';
import { serializedHex } from '../../clarity/values.js';
import { readDepositScript, readReclaimScript } from './deposit-scripts.js';
import { depositOutputScript, SIGNERS_KEY } from './sweep.js';
import type { Deposit } from './types.js';

/** A deposit as a client announces it, in the names of the Emily API. */
export type Announcement = {
  bitcoinTxid: string;
  bitcoinTxOutputIndex: number;
  /** Hex. */
  reclaimScript: string;
  depositScript: string;
  transactionHex: string;
};

/** Checks that a transaction makes a deposit that the signers can sweep. @throws DevnetError INVALID_INPUT naming the field */
export function checkDeposit(announced: Announcement): Deposit {
  const txid = announced.bitcoinTxid.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(txid)) throw invalid('bitcoinTxid', '64 hex digits', notSecret(announced.bitcoinTxid));
  const deposit = bytesOf('depositScript', announced.depositScript);
  const reclaim = bytesOf('reclaimScript', announced.reclaimScript);
  const tx = decode(announced.transactionHex);
  const actual = hashToHex(transactionId(tx));
  if (actual !== txid) throw invalid('bitcoinTxid', `the id of transactionHex, ${actual}`, notSecret(txid));
  const vout = announced.bitcoinTxOutputIndex;
  const output = tx.outputs[vout];
  if (output === undefined) throw invalid('bitcoinTxOutputIndex', `the index of one of the ${tx.outputs.length} outputs`, vout);

  const spend = readDepositScript(deposit);
  if (typeof spend === 'string') throw invalid('depositScript', 'a deposit script', notSecret(announced.depositScript), `${spend}.`);
  if (spend.signersKey !== SIGNERS_KEY) throw invalid('depositScript', `the signers' key ${SIGNERS_KEY}`, notSecret(spend.signersKey));
  const back = readReclaimScript(reclaim);
  if (typeof back === 'string') throw invalid('reclaimScript', 'a reclaim script', notSecret(announced.reclaimScript), `${back}.`);
  const scripts = { depositScript: toHex(deposit), reclaimScript: toHex(reclaim) };
  const expected = depositOutputScript(scripts);
  const received = toHex(output.scriptPubKey);
  if (received !== expected) {
    throw invalid('bitcoinTxOutputIndex', `an output with the script ${expected}, which the two scripts make`, notSecret(received));
  }
  return {
    ...scripts,
    txid,
    vout,
    amount: output.value,
    recipient: serializedHex(spend.recipient),
    maxFee: spend.maxFee,
    lockTime: back.lockTime,
    reclaimKeys: back.keys,
    inputs: tx.inputs.map(({ previous }) => `${hashToHex(previous.hash)}:${previous.index}`),
  };
}

function bytesOf(field: string, hex: string): Uint8Array {
  if (!isHex(hex)) throw invalid(field, 'a script as hex', hex);
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

function decode(hex: string): Transaction {
  try {
    return parseTransaction(bytesOf('transactionHex', hex));
  } catch (error) {
    throw invalid('transactionHex', 'a Bitcoin transaction as hex', hex, error instanceof Error ? `${error.message}.` : undefined);
  }
}
