import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { expect, test } from 'vitest';
import { paymentSize, signPayment } from '#dist/bitcoin/payment.js';

const keys = ['11', '22'].map((byte) => byte.repeat(32));
const script = Buffer.from(`0014${'ab'.repeat(20)}`, 'hex');

test('default: a payment has the bytes that another library gives it, and no more than was reckoned', () => {
  for (let round = 0; round < 20; round++) {
    const inputs = keys.map((privateKey, i) => ({ txid: `${round}${i}`.padEnd(64, 'c'), vout: round, amount: 60_000n, privateKey }));
    const outputs = [{ script, amount: 100_000n + BigInt(round) }];
    const transaction = new Transaction();
    for (const { txid, vout, amount, privateKey } of inputs) {
      const coin = p2wpkh(pubECDSA(Buffer.from(privateKey, 'hex')));
      transaction.addInput({ txid, index: vout, witnessUtxo: { script: coin.script, amount } });
    }
    for (const output of outputs) transaction.addOutput(output);
    for (const [index, { privateKey }] of inputs.entries()) transaction.signIdx(Buffer.from(privateKey, 'hex'), index);
    transaction.finalize();
    expect(signPayment(inputs, outputs)).toEqual({ hex: transaction.hex, txid: transaction.id });
    expect(transaction.vsize).toBeLessThanOrEqual(paymentSize(inputs.length, [script]));
  }
});
