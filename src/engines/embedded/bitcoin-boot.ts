import { nextTurn } from '#platform/timers.js';
import type { BitcoinNode } from '../../bitcoin/node.js';
import type { Funding } from '../../stacks/engine.js';
import { MATURITY, subsidy } from '../common/funding/coinbase.js';
import { fundingCost } from '../common/funding/cost.js';
import { type Coinbase, coinbaseScript, fundingTransaction } from '../common/funding/transaction.js';

/** How many blocks are mined at once. */
const SLICE = 10;

/** Returns what the first coinbase of a fork has to claim for the payments, in sats. Its other coinbases are not mature in time. */
export function grantFor({ bitcoin: payments }: Funding): bigint {
  return fundingCost(payments, 1);
}

/** Mines a new chain up to `height`. The last block contains the payments. @param grant of a fork @default the usual subsidy */
export async function bootBitcoin(
  node: BitcoinNode,
  height: number,
  { coinbaseKey, bitcoin: payments }: Funding,
  grant?: bigint,
): Promise<void> {
  const privateKey = Buffer.from(coinbaseKey, 'hex');
  const script = coinbaseScript(privateKey);
  const coinbases: Coinbase[] = [];
  const unsubscribe = node.subscribe((event) => {
    const [txid] = event.type === 'block' ? event.txids : [];
    if (event.type === 'block' && txid !== undefined) coinbases.push({ txid, amount: grant ?? subsidy(event.header.height) });
  });
  const first = node.tip().height;
  for (let left = height - 1 - first; left > 0; left -= SLICE) {
    node.mine(Math.min(left, SLICE), script);
    // The thread of the Clarity VM waits for messages of this one.
    await nextTurn();
  }
  unsubscribe();
  if (payments.length > 0)
    node.submit(fundingTransaction(payments, coinbases.slice(0, grant === undefined ? height - MATURITY : 1), privateKey));
  node.mine(1, script);
}
