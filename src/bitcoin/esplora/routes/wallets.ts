import { field, readObject } from '../../../base/json.js';
import { toSats } from '../../protocol/client/amount.js';
import type { ChainIndex, Replacement } from '../chain-index.js';
import type { BitcoinIndex } from '../follow-node.js';
import type { IndexedTransaction } from '../index-part.js';
import { json } from '../reply.js';
import { hashOf, type Route } from '../request.js';
import { type FeeRate, feeRate, feesOf } from './mempool.js';

/** electrs estimates for these numbers of blocks. */
const TARGETS = [...Array.from({ length: 25 }, (_, at) => at + 1), 144, 504, 1008];
/** mempool.space's projected blocks: at most so many, each of at most so many virtual bytes. */
const MOST_BLOCKS = 8;
const BLOCK_SIZE = 1_000_000;
/** The shares of a projected block at which its range of fees is read. */
const RANGE = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1];
const CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'CHF', 'AUD', 'JPY'];

/** Fees as Esplora has them, and what wallets call of mempool.space's API below `/v1`. */
export const walletRoutes: readonly Route[] = [
  [
    // Blocks come on demand, so the lowest fee that the mempool takes is enough for each target.
    'GET /fee-estimates',
    async ({ index }) => {
      const rate = await lowestRate(index);
      return json(Object.fromEntries(TARGETS.map((target) => [target, Math.max(1, rate)])));
    },
  ],
  ['GET /v1/fees/recommended', async ({ index }) => json(allFees(Math.max(1, Math.ceil(await lowestRate(index)))))],
  [
    'GET /v1/fees/precise',
    async ({ index }) => {
      const rate = Math.round((await lowestRate(index)) * 1_000) / 1_000;
      return json({ ...allFees(rate), fastestFee: Math.max(1, rate) });
    },
  ],
  ['GET /v1/fees/mempool-blocks', async ({ index }) => json(projectedBlocks(await index.current()))],
  [
    'GET /v1/prices',
    async () => json({ time: Math.floor(Date.now() / 1_000), ...Object.fromEntries(CURRENCIES.map((name) => [name, -1])) }),
  ],
  [
    'GET /v1/validate-address/:address',
    async ({ params: { address = '' }, index }) => {
      if (!/^[a-z0-9]{2,120}$/i.test(address)) return json({ error: 'Invalid address' }, 400);
      return json(await index.call('validateaddress', [address]));
    },
  ],
  [
    'GET /v1/tx/:txid/rbf',
    async ({ params: { txid = '' }, index }) => {
      const id = hashOf(txid);
      const current = await index.current();
      const replaces = current.replacements().filter(({ by }) => by === id);
      const isKnown = replaces.length > 0 || current.replacements().some(({ replaced }) => replaced.txid === id);
      return json({
        replacements: isKnown ? replacementTree(latestOf(id, current), current) : null,
        replaces: replaces.length === 0 ? null : replaces.map(({ replaced }) => replaced.txid),
      });
    },
  ],
];

/** Returns the lowest fee that the mempool takes, in sats for each virtual byte. */
async function lowestRate(index: BitcoinIndex): Promise<number> {
  const info = readObject(await index.call('getmempoolinfo'), 'getmempoolinfo');
  // BTC for 1,000 virtual bytes.
  return Number(toSats(field(info, 'mempoolminfee'))) / 1_000;
}

function allFees(rate: number): object {
  return { fastestFee: rate, halfHourFee: rate, hourFee: rate, economyFee: rate, minimumFee: rate };
}

function projectedBlocks(index: ChainIndex): object[] {
  const blocks: FeeRate[][] = [];
  let room = 0;
  for (const entry of feesOf(index)) {
    if (blocks.length < MOST_BLOCKS && room < entry.vsize) {
      blocks.push([]);
      room = BLOCK_SIZE;
    }
    blocks.at(-1)?.push(entry);
    room -= entry.vsize;
  }
  return blocks.map((entries) => {
    const rates = entries.map(({ rate }) => rate).sort((a, b) => a - b);
    const at = (share: number): number => rates[Math.round(share * (rates.length - 1))] ?? 0;
    const size = entries.reduce((sum, { vsize }) => sum + vsize, 0);
    return {
      blockSize: size,
      blockVSize: size,
      nTx: entries.length,
      totalFees: entries.reduce((sum, { fee }) => sum + fee, 0),
      medianFee: at(0.5),
      feeRange: RANGE.map(at),
    };
  });
}

/** Returns the last transaction of a series of replacements. */
function latestOf(txid: string, index: ChainIndex): string {
  const next = index.replacements().find(({ replaced }) => replaced.txid === txid);
  return next === undefined ? txid : latestOf(next.by, index);
}

/** The tree of replacements below a transaction: itself, and what it replaced. `time` is when it came. */
function replacementTree(txid: string, index: ChainIndex): object | null {
  const replaced = index.replacements().filter(({ by }) => by === txid);
  const transaction = index.transaction(txid) ?? index.replacements().find((entry) => entry.replaced.txid === txid)?.replaced;
  if (transaction === undefined) return null;
  const time = replaced[0]?.time ?? index.replacements().find((entry) => entry.replaced.txid === txid)?.time ?? 0;
  const isMined = transaction.block !== undefined;
  return {
    tx: { ...overview(transaction, index), ...(isMined ? { mined: true } : {}) },
    time,
    fullRbf: replaced.some(({ replaced: { tx } }) => tx.inputs.every(({ sequence }) => sequence >= 0xffff_fffe)),
    ...(isMined ? { mined: true } : {}),
    replaces: replaced.map((entry: Replacement) => replacementTree(entry.replaced.txid, index)),
  };
}

function overview(transaction: IndexedTransaction, index: ChainIndex): object {
  const { fee, vsize, rate } = feeRate(transaction, index);
  const value = transaction.outputs.reduce((sum, output) => sum + Number(output.value), 0);
  const isReplaceable = transaction.tx.inputs.some(({ sequence }) => sequence < 0xffff_fffe);
  return { txid: transaction.txid, fee, vsize, value, rate, rbf: isReplaceable };
}
