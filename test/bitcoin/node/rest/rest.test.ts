import { expect, test } from 'vitest';
import { FULL_LENGTH } from '../../../full-length.js';
import { createRandom } from '../../protocol/script/random.js';
import { startRpcNode, TRUE_SCRIPT } from '../harness.js';
import { COIN, rawTx } from '../transactions.js';

const seed = Date.now() % 1_000_000_000;
const count = FULL_LENGTH ? 50_000 : 1_000;

test('default: a node has no REST', async () => {
  await using node = await startRpcNode();
  expect((await fetch(`${node.url}/rest/chaininfo.json`)).status).toBe(404);
});

test('behavior: REST needs no authorization, and JSON-RPC still does', async () => {
  await using node = await startRpcNode({ rest: true });
  const response = await fetch(`${node.url}/rest/chaininfo.json`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await response.json()).toMatchObject({ chain: 'regtest', blocks: 0 });
  expect((await fetch(node.url, { method: 'POST', body: '{}' })).status).toBe(401);
  expect((await fetch(`${node.url}/rest/chaininfo.json`, { method: 'DELETE' })).status).toBe(405);
});

test('behavior: the outputs that a block spent', async () => {
  await using node = await startRpcNode({ rest: true });
  node.node.mine(101, TRUE_SCRIPT);
  const [coinbase] = (await node.call('getblock', await node.call('getblockhash', 1))).tx;
  await node.call('sendrawtransaction', rawTx({ inputs: [{ txid: coinbase }], outputs: [{ value: 49n * COIN }] }), 0);
  const [hash] = node.node.mine(1, TRUE_SCRIPT);
  const spent = await (await fetch(`${node.url}/rest/spenttxouts/${hash}.json`)).json();
  expect(spent).toMatchObject([[], [{ value: 50, scriptPubKey: { hex: Buffer.from(TRUE_SCRIPT).toString('hex') } }]]);
  const value = Buffer.alloc(8);
  value.writeBigInt64LE(50n * COIN);
  const wire = Buffer.concat([Buffer.from([2, 0, 1]), value, Buffer.from([TRUE_SCRIPT.length]), TRUE_SCRIPT]).toString('hex');
  expect(await (await fetch(`${node.url}/rest/spenttxouts/${hash}.hex`)).text()).toBe(`${wire}\n`);
});

test('error: a block of which the node has only the header', async () => {
  await using node = await startRpcNode({ rest: true });
  await using other = await startRpcNode();
  const [hash = ''] = other.node.mine(1, TRUE_SCRIPT);
  await node.call('submitheader', await other.call('getblockheader', hash, false));
  const ask = async (path: string) => (await fetch(`${node.url}/rest/${path}/${hash}.json`)).text();
  expect(await ask('block')).toBe(`${hash} not available (not fully downloaded)\r\n`);
  expect(await ask('spenttxouts')).toBe(`${hash} undo not available\r\n`);
});

test('behavior: a part of a block', async () => {
  await using node = await startRpcNode({ rest: true });
  const [hash] = node.node.mine(1, TRUE_SCRIPT);
  const ask = async (path: string) => {
    const response = await fetch(`${node.url}/rest/blockpart/${path}`);
    return [response.status, await response.text()];
  };
  const block = await (await fetch(`${node.url}/rest/block/${hash}.hex`)).text();
  const length = (block.length - 1) / 2;
  expect(await ask(`${hash}.hex?offset=80&size=3`)).toEqual([200, `${block.slice(160, 166)}\n`]);
  expect(await ask(`${hash}.hex?offset=0&size=${length}`)).toEqual([200, block]);
  const bytes = await fetch(`${node.url}/rest/blockpart/${hash}.bin?offset=4&size=32`);
  expect(Buffer.from(await bytes.arrayBuffer()).toString('hex')).toBe(block.slice(8, 72));
  for (const part of [
    [0, 0],
    [0, length + 1],
    [length, 1],
    ['18446744073709551615', '1'],
  ]) {
    expect(await ask(`${hash}.bin?offset=${part[0]}&size=${part[1]}`)).toEqual([
      400,
      `Bad block part offset/size ${part[0]}/${part[1]} for ${hash}\r\n`,
    ]);
  }
  for (const query of ['', '?size=1', '?offset=-1&size=1', '?offset=18446744073709551616&size=1', '?offset=a&size=1'])
    expect(await ask(`zz.bin${query}`)).toEqual([400, 'Block part offset missing or invalid\r\n']);
  expect(await ask(`${hash}.bin?offset=0`)).toEqual([400, 'Block part size missing or invalid\r\n']);
  expect(await ask('zz.bin?offset=0&size=1')).toEqual([400, 'Invalid hash: zz\r\n']);
  expect(await ask(`${'ab'.repeat(32)}.bin?offset=0&size=1`)).toEqual([404, `${'ab'.repeat(32)} not found\r\n`]);
  expect(await ask(`${hash}.json?offset=0&size=1`)).toEqual([400, 'JSON output is not supported for this request type\r\n']);
  expect(await ask(`${hash}?offset=0&size=1`)).toEqual([404, 'output format not found (available: .bin, .hex, .json)\r\n']);
});

test(`behavior: ${count} mutated paths (seed ${seed}) have an answer`, { timeout: 300_000 }, async () => {
  await using node = await startRpcNode({ rest: true });
  const [hash] = node.node.mine(1, TRUE_SCRIPT);
  const random = createRandom(seed);
  const parts = [
    'tx',
    'block',
    'notxdetails',
    'headers',
    'chaininfo',
    'mempool',
    'info',
    'contents',
    'getutxos',
    'checkmempool',
    'blockfilter',
  ];
  const more = [
    'basic',
    'blockhashbyheight',
    'deploymentinfo',
    'spenttxouts',
    'blockpart',
    hash!,
    `${hash}-0`,
    '0',
    '1',
    '-1',
    '2000',
    '',
    '%00',
    '%ff',
    'ä',
  ];
  const ends = [
    '.json',
    '.bin',
    '.hex',
    '',
    '.',
    '?',
    '?count=1',
    '?count=',
    '.json?verbose=false',
    '.json?verbose&mempool_sequence=true',
    '?%',
    '.bin?.hex',
  ];
  for (let at = 0; at < count; at++) {
    const path = Array.from({ length: 1 + random.below(5) }, () => random.pick([...parts, ...more])).join('/');
    const method = random.oneIn(4) ? 'POST' : 'GET';
    const body = method === 'POST' ? random.bytes(random.below(80)) : undefined;
    const response = await fetch(`${node.url}/rest/${path}${random.pick(ends)}`, { method, ...(body && { body: new Uint8Array(body) }) });
    await response.arrayBuffer();
    expect([200, 400, 404]).toContain(response.status);
  }
});

test('error: a malformed URI, where the query has parameters', async () => {
  await using node = await startRpcNode({ rest: true });
  const { hash } = node.node.tip();
  for (const path of [`headers/${hash}%`, `blockfilterheaders/basic/${hash}%`, 'mempool/contents.json?%']) {
    const response = await fetch(`${node.url}/rest/${path}`);
    expect([response.status, await response.text()]).toEqual([
      400,
      'URI parsing failed, it likely contained RFC 3986 invalid characters\r\n',
    ]);
  }
  const response = await fetch(`${node.url}/rest/blockhashbyheight/+1.json`);
  expect(await response.text()).toBe('Invalid height: +1\r\n');
});
