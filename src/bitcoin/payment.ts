import { hashFromHex, hashToHex, toHex } from './protocol/codec/hex.js';
import { serializeTransaction, type Transaction, txid as transactionId } from './protocol/codec/transaction.js';
import { hash160 } from './protocol/crypto/hash.js';
import { publicKeyOf } from './protocol/crypto/key.js';
import { payToWitness } from './protocol/script/pay-to.js';
import { createTransactionHashes } from './protocol/script/sighash/transaction-hashes.js';
import { signInput } from './protocol/script/signing/sign.js';

/** A P2WPKH output to spend. @property privateKey 64 hex digits */
export type PaymentInput = { txid: string; vout: number; amount: bigint; privateKey: string };
export type PaymentOutput = { script: Uint8Array; amount: bigint };

/** Virtual bytes of a transaction without inputs and outputs, and of one P2WPKH input (BIP141, a 72-byte signature at most). */
const OVERHEAD = 11;
const INPUT = 69;
const FINAL = 0xffffffff;

/** The P2WPKH output script of a private key, the same on every chain. @param privateKey 64 hex digits */
export function keyScript(privateKey: string): Uint8Array {
  return scriptOf(Buffer.from(privateKey, 'hex'));
}

function scriptOf(key: Uint8Array): Uint8Array {
  return payToWitness(hash160(publicKeyOf(key)));
}

/** An upper bound of a payment's size in virtual bytes. */
export function paymentSize(inputs: number, scripts: readonly Uint8Array[]): number {
  return OVERHEAD + inputs * INPUT + scripts.reduce((size, script) => size + 9 + script.length, 0);
}

/** Builds and signs a payment from P2WPKH outputs. Signatures are deterministic (RFC 6979). @returns raw transaction and txid */
export function signPayment(inputs: readonly PaymentInput[], outputs: readonly PaymentOutput[]): { hex: string; txid: string } {
  const coins = inputs.map(({ privateKey, amount, txid, vout }) => {
    const key = Buffer.from(privateKey, 'hex');
    return { key, txid, vout, output: { value: amount, scriptPubKey: scriptOf(key) } };
  });
  const transaction: Transaction = {
    version: 2,
    inputs: coins.map(({ txid, vout }) => ({
      previous: { hash: hashFromHex(txid), index: vout },
      scriptSig: new Uint8Array(0),
      sequence: FINAL,
      witness: [],
    })),
    outputs: outputs.map(({ script, amount }) => ({ value: amount, scriptPubKey: script })),
    lockTime: 0,
  };
  const spent = coins.map(({ output }) => output);
  const hashes = createTransactionHashes(transaction, spent);
  for (const [index, { key }] of coins.entries()) {
    const input = transaction.inputs[index];
    if (input !== undefined) input.witness = signInput(transaction, index, spent, key, hashes).witness;
  }
  return { hex: toHex(serializeTransaction(transaction)), txid: hashToHex(transactionId(transaction)) };
}
