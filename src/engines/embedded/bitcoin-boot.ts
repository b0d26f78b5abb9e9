import { setImmediate } from 'node:timers/promises';
import type { BitcoinNode } from '../../node/bitcoin/types.js';
import type { Funding } from '../engine.js';
import { MATURITY, subsidy } from '../funding/coinbase.js';
import { type Coinbase, coinbaseScript, fundingTransaction } from '../funding/transaction.js';

/** How many blocks are mined at once. */
const SLICE = 10;

/** Mines a new chain up to `height`. The last block contains the payments. */
export async function bootBitcoin(node: BitcoinNode, height: number, { coinbaseKey, bitcoin: payments }: Funding): Promise<void> {
  const privateKey = Buffer.from(coinbaseKey, 'hex');
  const script = coinbaseScript(privateKey);
  const coinbases: Coinbase[] = [];
  const unsubscribe = node.subscribe((event) => {
    const [txid] = event.type === 'block' ? event.txids : [];
    if (event.type === 'block' && txid !== undefined) coinbases.push({ txid, amount: subsidy(event.header.height) });
  });
  for (let left = height - 1; left > 0; left -= SLICE) {
    node.mine(Math.min(left, SLICE), script);
    // The thread of the Clarity VM waits for messages of this one.
    await setImmediate();
  }
  unsubscribe();
  if (payments.length > 0) node.submit(fundingTransaction(payments, coinbases.slice(0, height - MATURITY), privateKey));
  node.mine(1, script);
}
