import type { BitcoinHeader, BitcoinNode } from '../../node/bitcoin/types.js';
import type { Funding } from '../engine.js';
import { MATURITY, subsidy } from '../funding/coinbase.js';
import { type Coinbase, coinbaseScript, fundingTransaction } from '../funding/transaction.js';

/**
 * Mines a new chain up to `height`. The last block contains the payments.
 * @returns all headers, from height 0
 */
export function bootBitcoin(node: BitcoinNode, height: number, { coinbaseKey, bitcoin: payments }: Funding): BitcoinHeader[] {
  const privateKey = Buffer.from(coinbaseKey, 'hex');
  const script = coinbaseScript(privateKey);
  const coinbases: Coinbase[] = [];
  const unsubscribe = node.subscribe((event) => {
    const [txid] = event.type === 'block' ? event.txids : [];
    if (event.type === 'block' && txid !== undefined) coinbases.push({ txid, amount: subsidy(event.header.height) });
  });
  node.mine(height - 1, script);
  unsubscribe();
  if (payments.length > 0) node.submit(fundingTransaction(payments, coinbases.slice(0, height - MATURITY), privateKey));
  node.mine(1, script);
  return Array.from({ length: height + 1 }, (_, at) => node.header(at));
}
