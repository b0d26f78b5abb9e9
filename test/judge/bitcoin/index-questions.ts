import { scriptHashOf } from '../../bitcoin/electrum/script-hash.js';
import type { Difference as Unequal } from '../../bitcoin/node/rpc/real/compare.js';
import type { Reach } from '../reach.js';
import type { History } from './history.js';
import type { OurSide, Side } from './sides.js';
import type { IndexQuestion, Step } from './steps.js';

type Given = { ours: OurSide; judge: Side; history: History; reach: Reach };
// biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the comparison is about
type Answer = any;
/** What our index says, and what follows from RPC of the judge. Undefined twice: the judge says nothing of it. */
type Fact = () => Promise<readonly [ours: unknown, judge: unknown]>;

const NOTHING = [undefined, undefined] as const;

/** Asks our Esplora or Electrum, and the RPC of the judge for the same fact. */
export async function* indexQuestion(
  step: Step & { do: 'index' },
  { ours, judge, history, reach }: Given,
): AsyncGenerator<{ about: string; unequal: Unequal }> {
  const block = String(history.pick('block', step.n));
  const txid = String(history.pick('txid', step.n));
  const address = String(history.pick('address', step.n));
  const get = async (path: string): Promise<Answer> => {
    const { status, text, headers } = await ours.send('', { method: 'GET', path });
    if (status !== 200) return status;
    return headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : text;
  };
  const ask = async (method: string, ...params: unknown[]): Promise<Answer> => judge.call(method, ...params).catch(() => undefined);
  const electrum = async (method: string, ...params: unknown[]): Promise<Answer> => (await ours.electrum()).ask(method, ...params);

  const facts: Record<IndexQuestion, Fact> = {
    'esplora tip': async () => [
      [await get('/blocks/tip/height'), await get('/blocks/tip/hash')],
      [String(await ask('getblockcount')), await ask('getbestblockhash')],
    ],
    'esplora header': async () => {
      // A block that was made and not submitted is nobody's.
      const header = await ask('getblockheader', block, false);
      return header === undefined ? NOTHING : [await get(`/block/${block}/header`), header];
    },
    'esplora txids': async () => {
      const found = await ask('getblock', block);
      return found === undefined ? NOTHING : [await get(`/block/${block}/txids`), found.tx];
    },
    'esplora raw': async () => {
      const transaction = await transactionOf(txid);
      return transaction === undefined ? NOTHING : [await get(`/tx/${txid}/hex`), transaction.hex];
    },
    'esplora utxo': async () => {
      const confirmed = ((await get(`/address/${address}/utxo`)) as Answer[]).filter(({ status }) => status.confirmed);
      return [
        confirmed.map((row) => `${row.txid}:${row.vout}:${row.value}`).toSorted(),
        (await unspent()).map(({ row }) => row).toSorted(),
      ];
    },
    'esplora outspend': async () => {
      const spending = (await ask('gettxspendingprevout', [{ txid, vout: 0 }]))?.[0]?.spendingtxid;
      return spending === undefined ? NOTHING : [(await get(`/tx/${txid}/outspend/0`)).txid, spending];
    },
    'esplora proof': async () => {
      const confirmed = (await transactionOf(txid))?.blockhash !== undefined;
      return confirmed ? [await get(`/tx/${txid}/merkleblock-proof`), await ask('gettxoutproof', [txid])] : NOTHING;
    },
    'esplora status': async () => {
      const transaction = await transactionOf(txid);
      return transaction === undefined ? NOTHING : [(await get(`/tx/${txid}/status`)).block_hash, transaction.blockhash];
    },
    'electrum balance': async () => [
      (await electrum('blockchain.scripthash.get_balance', scriptHashOf(address))).confirmed,
      (await unspent({ withSpent: true })).reduce((sum, { value }) => sum + value, 0),
    ],
    'electrum listunspent': async () => {
      const rows: Answer[] = await electrum('blockchain.scripthash.listunspent', scriptHashOf(address));
      const confirmed = rows.filter(({ height }) => height > 0).map((row) => `${row.tx_hash}:${row.tx_pos}:${row.value}`);
      return [confirmed.toSorted(), (await unspent()).map(({ row }) => row).toSorted()];
    },
    'electrum transaction': async () => {
      const transaction = await transactionOf(txid);
      return transaction === undefined ? NOTHING : [await electrum('blockchain.transaction.get', txid), transaction.hex];
    },
    'electrum header': async () => {
      const height = Number(history.pick('height', step.n));
      const hash = await ask('getblockhash', height);
      return hash === undefined ? NOTHING : [await electrum('blockchain.block.header', height), await ask('getblockheader', hash, false)];
    },
    'electrum merkle': async () => {
      const hash = (await transactionOf(txid))?.blockhash;
      if (hash === undefined) return NOTHING;
      const { height, tx } = await ask('getblock', hash);
      const { pos, block_height } = await electrum('blockchain.transaction.get_merkle', txid, height);
      return [
        [pos, block_height],
        [tx.indexOf(txid), height],
      ];
    },
    'electrum history': async () => {
      const rows: Answer[] = await electrum('blockchain.scripthash.get_history', scriptHashOf(address));
      const heights = await Promise.all(
        rows.map(async ({ tx_hash }) => {
          const hash = (await transactionOf(tx_hash))?.blockhash;
          return hash === undefined ? 0 : (await ask('getblockheader', hash)).height;
        }),
      );
      return [rows.map(({ height }) => Math.max(0, height)), heights];
    },
  };
  reach.count(step.about, false);
  const [mine, theirs] = await facts[step.about]();
  if (JSON.stringify(mine) !== JSON.stringify(theirs)) {
    yield { about: step.about, unequal: { path: 'answer', embedded: mine, real: theirs } };
  }

  /** A transaction of the active chain or the mempool: bitcoind's index has those of other branches, too. */
  async function transactionOf(id: string): Promise<Answer> {
    const transaction = await ask('getrawtransaction', id, 1);
    return transaction?.blockhash === undefined || transaction.confirmations > 0 ? transaction : undefined;
  }

  /** The coins of the address in blocks. @param withSpent also those that the mempool spends */
  async function unspent({ withSpent = false } = {}): Promise<{ row: string; value: number }[]> {
    const { unspents } = await ask('scantxoutset', 'start', [`addr(${address})`]);
    const coins = unspents.map((coin: Answer) => ({ ...coin, value: Math.round(coin.amount * 1e8) }));
    const spent = await ask(
      'gettxspendingprevout',
      coins.map((coin: Answer) => ({ txid: coin.txid, vout: coin.vout })),
    );
    return coins.flatMap((coin: Answer, at: number) =>
      withSpent || spent?.[at]?.spendingtxid === undefined ? [{ row: `${coin.txid}:${coin.vout}:${coin.value}`, value: coin.value }] : [],
    );
  }
}
