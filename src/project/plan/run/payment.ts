import { DevnetError } from '../../../base/error.js';
import { payableScript } from '../../../bitcoin/address.js';
import type { BitcoinClient, Utxo } from '../../../bitcoin/client.js';
import { hashFromHex, serializeTransaction, type Transaction, toHex } from '../../../bitcoin/codec.js';
import { signInput } from '../../../bitcoin/script.js';
import { showPlace } from '../../clarinet/problem.js';
import { describe, type ResolvedPayment } from '../resolved.js';

/** Bytes of a P2PKH input and of an output at most, and of the rest. */
const INPUT = 149n;
const OUTPUT = 43n;
const OVERHEAD = 11n;
/** Change below this amount of sats goes to the fee. */
const DUST = 546n;
/** Confirmations of a coinbase that can be spent. */
const MATURITY = 100;

/**
 * Sends Bitcoin of an account from its confirmed coins. @returns the txid @throws DevnetError INVALID_INPUT if it has too little, or the
 * node refuses it
 */
export async function sendPayment(bitcoin: Pick<BitcoinClient, 'unspent' | 'send'>, payment: ResolvedPayment): Promise<string> {
  const { sender, recipient, amount, satsPerByte, privateKey } = payment;
  const [home, target] = await Promise.all([payableScript(sender, 'regtest'), payableScript(recipient, 'regtest')]);
  const { height, utxos } = await bitcoin.unspent([toHex(home)]);
  const coins = utxos
    .filter((coin) => !coin.coinbase || height - coin.height + 1 >= MATURITY)
    .sort((a, b) => (a.amount < b.amount ? 1 : -1));
  const costOf = (inputs: number): bigint => (OVERHEAD + BigInt(inputs) * INPUT + 2n * OUTPUT) * satsPerByte;
  const inputs: Utxo[] = [];
  let total = 0n;
  for (const coin of coins) {
    if (total >= amount + costOf(inputs.length)) break;
    inputs.push(coin);
    total += coin.amount;
  }
  const change = total - amount - costOf(inputs.length);
  if (change < 0n) {
    const message =
      `${showPlace(payment.place)}: ${describe(payment)} needs ${amount + costOf(inputs.length)} sats with its fee, ` +
      `the address has ${total}`;
    throw new DevnetError('INVALID_INPUT', message, { field: 'sats-amount' });
  }
  const spent = inputs.map((coin) => ({ value: coin.amount, scriptPubKey: home }));
  const transaction: Transaction = {
    version: 2,
    inputs: inputs.map(({ txid, vout }) => ({
      previous: { hash: hashFromHex(txid), index: vout },
      scriptSig: new Uint8Array(0),
      sequence: 0xffffffff,
      witness: [],
    })),
    outputs: [{ value: amount, scriptPubKey: target }, ...(change >= DUST ? [{ value: change, scriptPubKey: home }] : [])],
    lockTime: 0,
  };
  const key = Buffer.from(privateKey, 'hex');
  // A signature covers the inputs without their scripts.
  const signatures = inputs.map((_, index) => signInput(transaction, index, spent, key));
  for (const [index, input] of transaction.inputs.entries()) Object.assign(input, signatures[index]);
  try {
    return await bitcoin.send(toHex(serializeTransaction(transaction)));
  } catch (error) {
    if (!(error instanceof DevnetError && error.code === 'RPC')) throw error;
    const message = `${showPlace(payment.place)}: bitcoind refused ${describe(payment)}: ${error.message}`;
    throw new DevnetError('INVALID_INPUT', message, { field: 'plan', cause: error });
  }
}
