import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';

const document = {
  sip: 16,
  name: 'Gold',
  description: 'A coin',
  image: 'ipfs://ipfs/QmGold/1.png',
  attributes: [{ trait_type: 'Weight', display_type: 'number', value: 1 }, { value: 'no trait' }],
  properties: { collection: 'Coins' },
};
const inline = (value: object) => `data:application/json;base64,${Buffer.from(JSON.stringify(value)).toString('base64')}`;

/** Documents by path, and what was asked for. */
const pages: Record<string, string> = {};
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const page = pages[request.url ?? ''];
  response.writeHead(page === undefined ? 404 : 200).end(page);
});
let devnet: Devnet;
let base: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  devnet = await startDevnet({ metadata: { fetch: true, ipfsGateway: `${base}/ipfs/` } });
});
afterAll(async () => {
  await devnet?.close();
  server.close();
});

function ft(uri: string): string {
  return `(define-fungible-token gold) (ft-mint? gold u1500 tx-sender)
    (define-read-only (get-name) (ok "Gold Coin")) (define-read-only (get-symbol) (ok "GLD"))
    (define-read-only (get-decimals) (ok u2)) (define-read-only (get-total-supply) (ok (ft-get-supply gold)))
    (define-read-only (get-token-uri) (ok (some u"${uri}")))`;
}

function nft(uri: string): string {
  return `(define-non-fungible-token card uint)
    (define-read-only (get-last-token-id) (ok u2)) (define-read-only (get-token-uri (id uint)) (ok (some "${uri}")))`;
}

async function ask(path: string, network = devnet): Promise<[status: number, body: Record<string, unknown>]> {
  const answer = await fetch(`${network.urls.gateway}/metadata/v1/${path}`);
  return [answer.status, (await answer.json()) as Record<string, unknown>];
}

test('default: a fungible token has what its contract and its document say', async () => {
  const { contract, txid } = await devnet.stacks.deploy({ name: 'gold', source: ft(inline(document)), as: 'deployer' });
  const image = `${base}/ipfs/QmGold/1.png`;
  expect(await ask(`ft/${contract}`)).toEqual([
    200,
    {
      name: 'Gold Coin',
      symbol: 'GLD',
      decimals: 2,
      total_supply: '1500',
      token_uri: inline(document),
      description: 'A coin',
      image_uri: image,
      image_thumbnail_uri: image,
      image_canonical_uri: document.image,
      tx_id: txid,
      sender_address: devnet.accounts['deployer']?.stx.address,
      asset_identifier: `${contract}::gold`,
      metadata: { ...document, attributes: [document.attributes[0]], cached_image: image, cached_thumbnail_image: image },
    },
  ]);
});

test('default: sBTC is a token of the genesis', async () => {
  const [status, body] = await ask(`ft/${(await devnet.status()).sbtc?.deployer}.sbtc-token`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'sBTC', symbol: 'sBTC', decimals: 8, tx_id: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  expect(body['asset_identifier']).toMatch(/\.sbtc-token::sbtc-token$/);
});

test('default: a non-fungible token has the document of its id, at an ipfs: URI', async () => {
  pages['/ipfs/QmCards/2.json'] = JSON.stringify({ name: 'Card 2', image: 'https://example.com/2.png' });
  const { contract } = await devnet.stacks.deploy({ name: 'cards', source: nft('ipfs://QmCards/{id}.json'), as: 'deployer' });
  const [status, body] = await ask(`nft/${contract}/2`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    token_uri: 'ipfs://QmCards/2.json',
    metadata: { sip: 16, name: 'Card 2', cached_image: 'https://example.com/2.png' },
  });
  expect(await ask(`nft/${contract}/3`)).toEqual([404, { error: 'Token not found' }]);
});

test('behavior: a language of the document is read from its own URI', async () => {
  pages['/de.json'] = JSON.stringify({ name: 'Goldmünze' });
  const localization = { uri: `${base}/{locale}.json`, default: 'en', locales: ['en', 'de'] };
  const { contract } = await devnet.stacks.deploy({
    name: 'gold-words',
    source: ft(inline({ ...document, localization })),
    as: 'deployer',
  });
  expect((await ask(`ft/${contract}?locale=de`))[1]['metadata']).toMatchObject({ name: 'Goldmünze', description: 'A coin' });
  expect((await ask(`ft/${contract}?locale=en`))[1]['metadata']).toMatchObject({ name: 'Gold' });
  expect(await ask(`ft/${contract}?locale=fr`)).toEqual([422, { error: 'Locale not found' }]);
});

test('limits: a document that is too large, or missing, leaves what the contract says', async () => {
  pages['/large.json'] = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
  for (const [i, page] of ['large', 'missing'].entries()) {
    const { contract } = await devnet.stacks.deploy({ name: `gold-${i}`, source: ft(`${base}/${page}.json`), as: 'deployer' });
    const [status, body] = await ask(`ft/${contract}`);
    expect([status, body['name'], body['metadata']]).toEqual([200, 'Gold Coin', undefined]);
    expect(asked).toContain(`/${page}.json`);
  }
});

test('default: without the setting nothing is fetched', async () => {
  await using offline = await startDevnet();
  const { contract } = await offline.stacks.deploy({ name: 'gold', source: ft(`${base}/offline.json`), as: 'deployer' });
  expect((await ask(`ft/${contract}`, offline))[1]).toMatchObject({ symbol: 'GLD', token_uri: `${base}/offline.json` });
  expect(asked).not.toContain('/offline.json');
});

test('error: contracts that are not there or have no token', async () => {
  const { contract } = await devnet.stacks.deploy({ name: 'plain', source: '(define-data-var n uint u0)', as: 'deployer' });
  for (const path of [`ft/${contract}`, `ft/${contract}-2`, `nft/${contract}/1`]) {
    expect(await ask(path)).toEqual([404, { error: 'Contract not found' }]);
  }
  expect((await ask('ft/no-contract'))[0]).toBe(400);
});
