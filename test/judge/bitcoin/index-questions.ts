import { scriptHashOf } from '../../bitcoin/electrum/script-hash.js';
import type { Difference as Unequal } from '../../bitcoin/node/rpc/real/compare.js';
import type { Reach } from '../reach.js';
import type { History } from './history.js';
import type { Side } from './sides.js';
import type { Step } from './steps.js';

type Given = { ours: Side; judge: Side; history: History; reach: Reach };

/** Asks our Esplora, and the RPC of the judge for the same fact. */
export async function* indexQuestion(
  step: Step & { do: 'index' },
  { ours, judge, history, reach }: Given,
): AsyncGenerator<{ about: string; unequal: Unequal }> {
  const get = async (path: string): Promise<unknown> => {
    const { status, text, headers } = await ours.send('', { method: 'GET', path });
    if (status !== 200) return status;
    return headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : text;
  };
  const ask = async (method: string, ...params: unknown[]): Promise<any> => judge.call(method, ...params).catch(() => undefined);
  const block = String(history.pick('block', step.n));
  const txid = String(history.pick('txid', step.n));
  const address = String(history.pick('address', step.n));
  const facts: Record<string, () => Promise<[ours: unknown, judge: unknown]>> = {
    'esplora tip': async () => [
      [await get('/blocks/tip/height'), await get('/blocks/tip/hash')],
      [String(await ask('getblockcount')), await ask('getbestblockhash')],
    ],
    'esplora header': async () => [await get(`/block/${block}/header`), await ask('getblockheader', block, false)],
    'esplora txids': async () => [await get(`/block/${block}/txids`), (await ask('getblock', block))?.tx],
    'esplora raw': async () => [await get(`/tx/${txid}/hex`), (await ask('getrawtransaction', txid)) ?? 404],
    'esplora utxo': async () => [
      rows(
        await get(`/address/${address}/utxo`),
        (row) => row['status']?.confirmed === true && `${row['txid']}:${row['vout']}:${row['value']}`,
      ),
      rows(
        (await ask('scantxoutset', 'start', [`addr(${address})`]))?.unspents,
        (row) => `${row['txid']}:${row['vout']}:${Math.round(row['amount'] * 1e8)}`,
        await spentInMempool(),
      ),
    ],
    'esplora outspend': async () => {
      const spending = (await ask('gettxspendingprevout', [{ txid, vout: 0 }]))?.[0]?.spendingtxid;
      const answer = (await get(`/tx/${txid}/outspend/0`)) as { spent?: boolean; txid?: string; status?: { confirmed: boolean } } | number;
      if (spending === undefined || typeof answer === 'number') return [undefined, undefined];
      return [answer.txid, spending];
    },
    'esplora proof': async () => {
      const proof = await ask('gettxoutproof', [txid]);
      return proof === undefined ? [undefined, undefined] : [await get(`/tx/${txid}/merkleblock-proof`), proof];
    },
    'esplora status': async () => {
      const transaction = await ask('getrawtransaction', txid, 1);
      const answer = (await get(`/tx/${txid}/status`)) as { confirmed: boolean; block_hash?: string };
      if (transaction === undefined) return [typeof answer, 'number'];
      return [answer.confirmed ? answer.block_hash : undefined, transaction.confirmations > 0 ? transaction.blockhash : undefined];
    },
  };
  const fact = facts[step.about];
  if (fact === undefined) return;
  reach.count(step.about, false);
  const [mine, theirs] = await fact();
  if (JSON.stringify(mine) !== JSON.stringify(theirs))
    yield { about: step.about, unequal: { path: 'answer', embedded: mine, real: theirs } };

  async function spentInMempool(): Promise<Set<string>> {
    const spent = new Set<string>();
    for (const pending of (await ask('getrawmempool')) ?? []) {
      for (const { txid: previous, vout } of (await ask('getrawtransaction', pending, 1))?.vin ?? []) spent.add(`${previous}:${vout}`);
    }
    return spent;
  }
}

function rows(value: unknown, show: (row: Record<string, any>) => string | false, without: ReadonlySet<string> = new Set()): unknown {
  if (!Array.isArray(value)) return value;
  return value.flatMap((row) => (without.has(`${row.txid}:${row.vout}`) ? [] : show(row) || [])).toSorted();
}
void scriptHashOf;
