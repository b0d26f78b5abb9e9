import { expect, test } from 'vitest';
import { recordTx } from '#dist/bitcoin/node/chain/tx-record.js';
import { readmitted } from '#dist/bitcoin/node/mempool/readmission.js';
import { makeTx } from '../transactions.js';

const MEGABYTE = 1_000_000;

/** A transaction with an output of about a megabyte. `n` makes it unique. */
function large(n: number, coinbase = false) {
  const input = coinbase ? { txid: '0'.repeat(64), index: 0xffffffff } : { txid: n.toString(16).padStart(64, '0') };
  return recordTx(makeTx({ inputs: [input], outputs: [{ value: BigInt(n), scriptPubKey: new Uint8Array(MEGABYTE) }] }));
}

test('behavior: the oldest transactions return, up to 20 MB', () => {
  const blocks = Array.from({ length: 25 }, (_, height) => ({ records: [large(height + 1)] }));
  const returning = readmitted(blocks.toReversed());
  expect([...returning]).toEqual(blocks.slice(0, 19).flatMap(({ records }) => records));
});

test('behavior: coinbases count and do not return', () => {
  const blocks = Array.from({ length: 25 }, (_, height) => ({ records: [large(height + 1, true), large(height + 1)] }));
  const returning = readmitted(blocks.toReversed());
  expect([...returning]).toEqual(blocks.slice(0, 9).flatMap(({ records }) => records.slice(1)));
});
