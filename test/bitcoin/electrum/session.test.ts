import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Missing } from '#dist/base/missing.js';
import { Histories } from '#dist/bitcoin/electrum/histories.js';
import { createSession } from '#dist/bitcoin/electrum/session.js';
import { ChainIndex } from '#dist/bitcoin/esplora/chain-index.js';
import { GENESIS_BLOCK } from '#dist/bitcoin/node/chain/params.js';
import { parseBlock } from '#dist/bitcoin/protocol/codec/block.js';
import { startRpcNode } from '../node/harness.js';

const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
const hashOf = (index: number): string => index.toString(16).padStart(64, '0');

function start(onRead: () => void = () => undefined) {
  const chain = new ChainIndex();
  chain.connect(parseBlock(GENESIS_BLOCK), GENESIS);
  const written: { method?: string; params?: unknown[]; id?: number; result?: unknown; error?: { message: string } }[] = [];
  const current = async (): Promise<ChainIndex> => {
    onRead();
    return chain;
  };
  const session = createSession({
    index: { current, subscribe: () => () => undefined, call: () => Promise.reject(new Error('not asked')) },
    histories: new Histories(),
    server: { software: 'test', host: '127.0.0.1', port: 1 },
    write: (text) => void written.push(...[JSON.parse(String(text))].flat()),
    end: () => undefined,
    onWarning: (message) => expect.fail(message),
  });
  const ask = (method: string, ...hashes: string[]) =>
    session.receive(JSON.stringify(hashes.map((hash, id) => ({ id, method: `blockchain.scripthash.${method}`, params: [hash] }))));
  return { chain, session, written, ask };
}

test('behavior: a change that waits for the origin of a fork is never sent after a later one', async () => {
  const { chain, session, written, ask } = start();
  const [known, missing] = [hashOf(1), hashOf(2)];
  await ask('subscribe', known, missing);
  const changes: (() => void)[] = [];
  for (const status of ['first', 'second']) {
    let arrive = (): void => undefined;
    const fetched = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let isHere = false;
    session.notify(chain, (hash) => {
      if (hash === missing && !isHere) throw new Missing(hash, fetched);
      return status;
    });
    changes.unshift(() => {
      isHere = true;
      arrive();
    });
    await nextTurn();
  }
  for (const arrive of changes) {
    arrive();
    await nextTurn();
  }
  await ask('get_mempool', known);
  for (const hash of [known, missing]) {
    expect(written.filter(({ params }) => params?.[0] === hash).map(({ params }) => params?.[1])).toEqual(['first', 'second']);
  }
});

test('error: more than 50,000 script hashes; what a client follows and other methods still work', async () => {
  const { written, ask } = start();
  const most = 50_000;
  for (let from = 0; from < most; from += 1_000) {
    await ask('subscribe', ...Array.from({ length: 1_000 }, (_, index) => hashOf(from + index)));
  }
  expect(written.filter(({ error }) => error !== undefined)).toEqual([]);
  const last = async (method: string, index: number) => {
    await ask(method, hashOf(index));
    const { result, error } = written.at(-1) ?? {};
    return error?.message ?? result;
  };
  expect(await last('subscribe', most)).toBe('a client follows at most 50000 script hashes');
  expect(await last('subscribe', 7)).toBeNull();
  expect(await last('get_history', 7)).toEqual([]);
  expect(await last('unsubscribe', 7)).toBe(true);
  expect(await last('subscribe', most)).toBeNull();
});

test('behavior: an output with an empty script is in the history of its script only', async () => {
  await using rpc = await startRpcNode();
  rpc.node.mine(1, new Uint8Array());
  const { chain, written, ask } = start();
  const hash = await rpc.call('getbestblockhash');
  chain.connect(parseBlock(Buffer.from(await rpc.call('getblock', hash, 0), 'hex')), hash);
  const empty = createHash('sha256').digest().reverse().toString('hex');
  await ask('get_history', empty, hashOf(1));
  expect(written.map(({ result }) => result)).toEqual([[{ tx_hash: expect.any(String), height: 1 }], []]);
});

test.for(['a batch', 'lines that came at once'])('behavior: others get their turn between the requests of %s', async (kind) => {
  const count = 20;
  const { session, written } = start(() => {
    // Longer than the time after which others get their turn.
    for (const begun = performance.now(); performance.now() - begun < 10; );
  });
  const requests = Array.from({ length: count }, (_, id) => ({ id, method: 'blockchain.block.header', params: [0] }));
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await nextTurn();
  })();
  const texts = kind === 'a batch' ? [JSON.stringify(requests)] : requests.map((request) => JSON.stringify(request));
  await Promise.all(texts.map(session.receive));
  isDone = true;
  await others;
  expect(written.map(({ id }) => id)).toEqual(requests.map(({ id }) => id));
  expect(turns).toBeGreaterThanOrEqual(count - 1);
});
