import { addressScript } from '../../../bitcoin/address.js';
import { COIN, hashFromHex, serializeTransaction, type Transaction, type TxOut } from '../../../bitcoin/codec.js';
import { hash160, publicKeyOf } from '../../../bitcoin/crypto.js';
import { createTransactionHashes, payToWitness, signInput } from '../../../bitcoin/script.js';
import type { Funding } from '../../../stacks/engine.js';
import { fundingCost } from './cost.js';

/** A coinbase output of the network's own key. */
export type Coinbase = { txid: string; amount: bigint };

/** Returns the P2WPKH output script of a private key. */
export function coinbaseScript(privateKey: Uint8Array): Uint8Array {
  return payToWitness(hash160(publicKeyOf(privateKey)));
}

/** Creates the transaction of all payments from as few coinbases as possible. The change goes to the key. @returns raw bytes */
export function fundingTransaction(payments: Funding['bitcoin'], coinbases: readonly Coinbase[], privateKey: Uint8Array): Uint8Array {
  const home = coinbaseScript(privateKey);
  const spent: TxOut[] = [];
  const inputs: Transaction['inputs'] = [];
  let total = 0n;
  for (const { txid, amount } of coinbases) {
    if (total >= fundingCost(payments, inputs.length)) break;
    inputs.push({ previous: { hash: hashFromHex(txid), index: 0 }, scriptSig: new Uint8Array(0), sequence: 0xffffffff, witness: [] });
    spent.push({ value: amount, scriptPubKey: home });
    total += amount;
  }
  const rest = total - fundingCost(payments, inputs.length);
  // Most payments fan out to the same few addresses.
  const scripts = new Map<string, Uint8Array>();
  const scriptOf = (address: string): Uint8Array => {
    const script = scripts.get(address) ?? addressScript(address);
    scripts.set(address, script);
    return script;
  };
  const outputs = [
    ...payments.map(({ address, amount }) => ({ value: amount, scriptPubKey: scriptOf(address) })),
    ...(rest >= COIN ? [{ value: rest, scriptPubKey: home }] : []),
  ];
  const transaction: Transaction = { version: 2, inputs, outputs, lockTime: 0 };
  const hashes = createTransactionHashes(transaction, spent);
  for (const [index, input] of inputs.entries()) Object.assign(input, signInput(transaction, index, spent, privateKey, hashes));
  return serializeTransaction(transaction);
}
