import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { askEsplora } from '#dist/engines/embedded/fork/bitcoin/ask-esplora.js';
import { esploraNode } from '#dist/engines/embedded/fork/bitcoin/esplora-node.js';

const ID = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
const base = { block: { height: 100, id: ID } } as Parameters<typeof askEsplora>[1];

/** Asks a server that gives the same answer to all requests below a path. */
function ask(answers: Record<string, string | { status: number; body: string }>, request: Parameters<typeof askEsplora>[2]) {
  let requests = 0;
  const get = async (path: string) => {
    requests++;
    const [, answer = { status: 404, body: 'Not found' }] = Object.entries(answers).find(([start]) => path.startsWith(start)) ?? [];
    const { status, body } = typeof answer === 'string' ? { status: 200, body: answer } : answer;
    return { status, body: Buffer.from(body) };
  };
  const node = esploraNode('http://origin', { get: get as never });
  return { answer: askEsplora(node, base, request), requests: () => requests };
}

const bad = { code: 'ORIGIN', reason: 'BAD_ANSWER' };

describe('answers that are not those of an Esplora server are refused, and not kept', () => {
  test('a page in HTML that says that something was not found', async () => {
    const { answer } = ask({ '/tx': { status: 404, body: '<html>404 Not Found</html>' } }, { type: 'transaction', txid: ID });
    await expect(answer).rejects.toMatchObject(bad);
    expect(await ask({}, { type: 'transaction', txid: ID }).answer).toBeUndefined();
  });

  test('a hash that is none', async () => {
    await expect(ask({ '/block-height': 'welcome' }, { type: 'hash', height: 7 }).answer).rejects.toMatchObject(bad);
    expect(await ask({ '/block-height': ID }, { type: 'hash', height: 7 }).answer).toBe(ID);
  });

  test('the header and the bytes of another block', async () => {
    const facts = JSON.stringify({ height: 7, mediantime: 1, tx_count: 1 });
    const header = { [`/block/${ID}/header`]: '00'.repeat(80), '/block-height': ID, [`/block/${ID}`]: facts };
    await expect(ask(header, { type: 'header', hash: ID }).answer).rejects.toMatchObject(bad);
    await expect(ask({ [`/block/${ID}/raw`]: 'x'.repeat(200) }, { type: 'block', hash: ID }).answer).rejects.toMatchObject(bad);
  });

  test('pages of transactions without an end', async () => {
    const transaction = { txid: ID, vin: [], vout: [], status: { confirmed: true, block_height: 101, block_hash: ID, block_time: 1 } };
    const stats = { chain_stats: { tx_count: 9, funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0 } };
    const path = `/scripthash/${ID}`;
    const all = { [`${path}/txs/chain`]: JSON.stringify([transaction]), [`${path}/txs/mempool`]: '[]', [`${path}/utxo`]: '[]' };
    const { answer, requests } = ask({ ...all, [path]: JSON.stringify(stats) }, { type: 'script', hash: ID });
    await expect(answer).rejects.toMatchObject({ ...bad, message: expect.stringContaining('pages of transactions') });
    expect(requests()).toBeLessThan(500);
  });
});

test('the states of outputs that were spent since the fork are read at once', async () => {
  const script = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
  const hash = createHash('sha256').update(Buffer.from(script, 'hex')).digest('hex');
  const ids = [1, 2, 3, 4].map((digit) => `${digit}`.repeat(64));
  const prevout = { scriptpubkey: script, value: 5 };
  const confirmed = (height: number) => ({ confirmed: true, block_height: height, block_hash: ID, block_time: 1 });
  const spender = { txid: ID, vin: ids.map((txid) => ({ txid, vout: 0, prevout })), vout: [], status: confirmed(101) };
  const stats = { tx_count: 5, funded_txo_count: 4, funded_txo_sum: 20, spent_txo_count: 4, spent_txo_sum: 20 };
  let [running, most] = [0, 0];
  const get = async (path: string) => {
    most = Math.max(most, path.endsWith('/status') ? ++running : 0);
    await sleep(20);
    if (path.endsWith('/status')) running--;
    const lists: Record<string, unknown> = { utxo: [], mempool: [], chain: [spender], [ID]: [], status: confirmed(50) };
    const answer = path === `/scripthash/${hash}` ? { chain_stats: stats } : lists[path.split('/').at(-1) ?? ''];
    return { status: 200, body: Buffer.from(JSON.stringify(answer)) };
  };
  const answer = await askEsplora(esploraNode('http://origin', { get: get as never }), base, { type: 'script', hash });
  expect(JSON.parse(answer ?? '')).toMatchObject({ transactions: 4, spent: 0, unspent: ids.map((txid) => ({ txid, height: 50 })) });
  expect(most).toBe(ids.length);
});
