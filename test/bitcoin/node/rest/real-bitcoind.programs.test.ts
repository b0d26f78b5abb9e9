import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBitcoinNode } from '#dist/bitcoin/node/node.js';
import type { BitcoinNode } from '#dist/bitcoin/node/types.js';
import { findBitcoind, type RealBitcoind, startBitcoind } from '../rpc/real/bitcoind.js';
import { createClient, type RpcClient } from '../rpc/real/client.js';
import { compareReplies } from '../rpc/real/compare.js';
import { createWorld, type World } from '../rpc/real/world.js';

const CREDENTIALS = { user: 'user', password: 'pässword' };
const found = findBitcoind();
/** Fields that Knots adds, and the size of files. */
const NOT_COMPARED = /\.(txcount|header_version|size_on_disk)$/;
const UNKNOWN = 'ab'.repeat(32);

describe.skipIf('missing' in found)(`REST beside a real bitcoind${'missing' in found ? ` (${found.missing})` : ''}`, () => {
  let node: BitcoinNode;
  let embedded: RpcClient;
  let real: RealBitcoind;
  let world: World;
  beforeAll(async () => {
    if ('missing' in found) throw new Error(found.missing);
    node = createBitcoinNode({ rest: true });
    embedded = createClient({ url: (await node.listen({ host: '127.0.0.1', port: 0, ...CREDENTIALS })).url, ...CREDENTIALS });
    real = await startBitcoind(found.program, CREDENTIALS, ['-listen=0', '-rest=1']);
    world = await createWorld(embedded, real);
  });
  afterAll(() => Promise.all([node?.close(), real?.[Symbol.asyncDispose]()]));

  type Body = { method: string; body: Buffer };
  const ask = async (url: string, path: string, post?: Body) => {
    const response = await fetch(`${url}/rest/${path}`, post && { method: post.method, body: new Uint8Array(post.body) });
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type');
    const text = type === 'application/octet-stream' ? bytes.toString('hex') : bytes.toString();
    return { status: response.status, headers: { 'content-type': type ?? undefined }, text };
  };
  const expectSame = async (paths: string[], post?: Body) => {
    for (const path of paths) {
      const [ours, theirs] = [await ask(embedded.url, path, post), await ask(real.url, path, post)];
      const differences = compareReplies(ours, theirs, 'values').filter((difference) => !NOT_COMPARED.test(difference.path));
      expect({ path, differences }).toEqual({ path, differences: [] });
    }
  };
  const inAllFormats = (paths: string[]) =>
    paths.flatMap((path) => ['bin', 'hex', 'json'].map((format) => path.replace('.*', `.${format}`)));

  test('behavior: blocks, with transactions or without', async () => {
    const { gallery, hashes } = world;
    await expectSame(
      inAllFormats([gallery.hash, hashes[0], hashes[101]].flatMap((hash) => [`block/${hash}.*`, `block/notxdetails/${hash}.*`])),
    );
    await expectSame(['block/zz.json', 'block/', 'block/.bin', `block/${UNKNOWN}.hex`, `block/${hashes[1]}`, `block/${hashes[1]}.xml`]);
    await expectSame([`block/notxdetails/${UNKNOWN}.json`, `block/${hashes[1]?.toUpperCase()}.json`, `block/${hashes[1]}.json?a=b`]);
  });

  test('behavior: headers and hashes by height', async () => {
    const { hashes } = world;
    const [genesis, tip] = [hashes[0], hashes.at(-1)];
    await expectSame(inAllFormats([`headers/${genesis}.*`, `headers/3/${hashes[5]}.*`, `headers/${tip}.*`, `headers/${UNKNOWN}.*`]));
    await expectSame([`headers/${genesis}.json?count=2`, `headers/${genesis}.hex?count=2000`, `headers/${genesis}.bin?x=1&count=3`]);
    await expectSame(['0', '2001', '-1', 'abc', '', '1.5', '1e1', '%31', '+1'].map((count) => `headers/${genesis}.json?count=${count}`));
    await expectSame([
      `headers/${genesis}`,
      'headers/zz.json',
      'headers/1/2/3.json',
      `headers/0/${genesis}.json`,
      'headers/',
      'headers/1/zz.bin',
    ]);
    await expectSame(inAllFormats(['blockhashbyheight/0.*', 'blockhashbyheight/7.*', 'blockhashbyheight/100000.*']));
    await expectSame(['-1', 'x', '', '2147483648', '1.0', '01', 'b'].map((height) => `blockhashbyheight/${height}.json`));
    // Core 30 keeps percent signs in this message, Knots 29.5 removes them.
    expect(await ask(embedded.url, 'blockhashbyheight/%3Cb%3E.json')).toMatchObject({ status: 400, text: 'Invalid height: %3Cb%3E\r\n' });
    await expectSame(['blockhashbyheight/1', 'blockhashbyheight/1.xml', 'blockhashbyheight/1/2.json']);
  });

  test('behavior: transactions of blocks and of the mempool', async () => {
    await expectSame(inAllFormats([world.gallery.txid, world.waiting[1], world.coinbases[3], UNKNOWN].map((txid) => `tx/${txid}.*`)));
    await expectSame(['tx/zz.json', 'tx/', 'tx/.hex', `tx/${world.gallery.txid}`, `tx/${world.gallery.txid}.xml`]);
  });

  test('behavior: unspent outputs', async () => {
    const [first, second] = world.waiting;
    const coinbase = world.coinbases.at(-1);
    const spent = world.coinbases[1];
    const outputs = [`${first}-0`, `${second}-0`, `${coinbase}-0`, `${coinbase}-7`, `${spent}-0`, `${world.gallery.txid}-1`];
    await expectSame(inAllFormats(outputs.flatMap((output) => [`getutxos/${output}.*`, `getutxos/checkmempool/${output}.*`])));
    await expectSame(inAllFormats([`getutxos/${outputs.join('/')}.*`, `getutxos/checkmempool/${[...outputs, ...outputs].join('/')}.*`]));
    const many = (count: number) => Array.from({ length: count }, (_, index) => `${coinbase}-${index}`).join('/');
    await expectSame(inAllFormats([`getutxos/${many(15)}.*`, `getutxos/${many(16)}.*`]));
    await expectSame([
      'getutxos',
      'getutxos/',
      'getutxos.json',
      'getutxos/checkmempool.json',
      'getutxos/zz.json',
      `getutxos/${coinbase}.json`,
    ]);
    await expectSame([`getutxos/${coinbase}-x.json`, `getutxos/${coinbase}--1.json`, `getutxos/${coinbase}-4294967296.bin`]);
    await expectSame([`getutxos/${coinbase}-0`, `getutxos/${coinbase}-0.xml`, `getutxos/checkmempool/checkmempool.json`]);
  });

  test('behavior: unspent outputs by POST', async () => {
    const coinbase = Buffer.from(world.coinbases.at(-1) ?? '', 'hex').reverse();
    const body = Buffer.concat([Buffer.from([1, 1]), coinbase, Buffer.alloc(4)]);
    const paths = ['getutxos.bin', 'getutxos.hex', 'getutxos.json', 'getutxos'];
    await expectSame([...paths, `getutxos/${world.coinbases[1]}-0.bin`], { method: 'POST', body });
    await expectSame(paths, { method: 'POST', body: Buffer.from(body.toString('hex')) });
    for (const cut of [0, 1, 2, 30, body.length - 1]) await expectSame(['getutxos.bin'], { method: 'POST', body: body.subarray(0, cut) });
  });

  test('behavior: block filters, which no index has', async () => {
    const hash = world.hashes[1];
    await expectSame([
      `blockfilter/basic/${hash}.json`,
      `blockfilter/foo/${hash}.json`,
      'blockfilter/basic/zz.json',
      'blockfilter/basic.json',
    ]);
    await expectSame([
      `blockfilterheaders/basic/${hash}.json`,
      `blockfilterheaders/basic/5/${hash}.bin`,
      `blockfilterheaders/x/${hash}.hex`,
    ]);
    await expectSame([
      `blockfilterheaders/basic/${hash}.json?count=0`,
      'blockfilterheaders/basic/zz.json',
      'blockfilterheaders/a/b/c/d.json',
    ]);
  });

  test('behavior: the chain and the mempool are those of the RPC', async () => {
    const rpc = async (method: string, ...params: unknown[]) => embedded.call(method, ...params);
    const json = async (path: string) => JSON.parse((await ask(embedded.url, path)).text);
    expect(await json('chaininfo.json')).toEqual(await rpc('getblockchaininfo'));
    expect(await json('deploymentinfo.json')).toEqual(await rpc('getdeploymentinfo'));
    expect(await json('mempool/info.json')).toEqual(await rpc('getmempoolinfo'));
    expect(await json('mempool/contents.json')).toEqual(await rpc('getrawmempool', true));
    await expectSame([
      `deploymentinfo/${world.hashes[3]}.json`,
      'deploymentinfo/zz.json',
      `deploymentinfo/${UNKNOWN}.json`,
      'deploymentinfo',
    ]);
    await expectSame(['chaininfo', 'chaininfo.hex', 'mempool/info', 'mempool/info.bin', 'deploymentinfo.bin']);
    await expectSame([
      'mempool/contents.json?verbose=false',
      'mempool/contents.json?verbose=x',
      'mempool/contents.json?mempool_sequence=1',
    ]);
    await expectSame(['mempool/contents.json?verbose=true&mempool_sequence=true']);
  });

  test('behavior: unknown paths', () => expectSame(['', 'unknown', 'tx', 'chaininfo/x.json', 'chaininfox.json', 'mempool']));
});
