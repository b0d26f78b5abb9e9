import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet();
});
afterAll(() => devnet.close());

type Answer = { status: number; tag: string | null; body: string };

async function ask(url: string, known?: string): Promise<Answer> {
  const response = await fetch(`${devnet.urls.gateway}${url}`, {
    redirect: 'manual',
    ...(known && { headers: { 'if-none-match': known } }),
  });
  return { status: response.status, tag: response.headers.get('etag'), body: await response.text() };
}

test('behavior: what the API does not know has no ETag, errors about the rest have one, and refused requests no caching at all', async () => {
  const { block_hash: blockHash } = JSON.parse((await ask('/extended')).body).chain_tip as { block_hash: string };
  const nobody = 'ST3J8EVYHVKH6XXPD61EE8XEHW4Y2K83861225AB1';
  const tagged = 'public, no-cache, must-revalidate';
  const cases: [url: string, status: number, caching: string | null][] = [
    ['/extended/v2/blocks/latest', 200, tagged],
    ['/extended/v1/info/network_block_times', 200, tagged],
    [`/extended/v2/blocks/${blockHash}`, 200, 'no-store'],
    [`/extended/v1/address/${nobody}/balances`, 200, 'no-store'],
    [`/extended/v1/tx/0x${'ab'.repeat(32)}`, 404, 'no-store'],
    ['/extended/v2/blocks/999999', 404, 'no-store'],
    ['/extended/v2/blocks/by-block-time/1', 404, 'no-store'],
    ['/extended/v1/block/by_height/999999', 404, tagged],
    ['/extended/v2/pox/cycles/999999', 404, tagged],
    ['/extended/nope', 404, 'no-store'],
    ['/extended/v1/tx/0x00', 400, null],
    ['/extended/v1/tx?limit=x', 400, null],
  ];
  for (const [url, status, caching] of cases) {
    const { headers, ...response } = await fetch(`${devnet.urls.gateway}${url}`).then((answer) => ({
      headers: answer.headers,
      status: answer.status,
    }));
    expect([url, response.status, headers.get('cache-control'), headers.get('etag') !== null]).toEqual([
      url,
      status,
      caching,
      caching === tagged,
    ]);
  }
});

test('behavior: a list of tags, and a weak one, are known, too', async () => {
  const { tag } = await ask('/extended');
  for (const known of [`"other", ${tag}`, `W/${tag}`]) expect(await ask('/extended', known)).toEqual({ status: 304, tag: null, body: '' });
});
