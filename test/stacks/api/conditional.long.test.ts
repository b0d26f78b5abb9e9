import { broadcastTransaction, makeSTXTokenTransfer } from '@stacks/transactions';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '../../devnet.js';
import { requests, type Sample } from './client/paths.js';
import { GAP_NONCE, makeSample } from './client/sample.js';

let devnet: Devnet;
let sample: Sample;
let urls: readonly string[];
let snapshot: string;
beforeAll(async () => {
  devnet = await startDevnet();
  sample = await makeSample(devnet);
  snapshot = await devnet.snapshot();
  urls = everyUrl();
});
afterAll(() => devnet.close());

type Params = { path?: Record<string, unknown>; query?: Record<string, unknown> };

/** Every route of the API, asked about the sample, and lists about somebody that the sample's account only pays. */
function everyUrl(): string[] {
  const recipient = account(devnet, 'wallet_2').stx.address;
  const typed = Object.entries<Params>(requests(sample)).map(([name, { path = {}, query = {} }]) => {
    const place = name.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(path[key])));
    const list = Object.entries(query).flatMap(([key, value]): [string, string][] => [value].flat().map((one) => [key, String(one)]));
    return list.length === 0 ? place : `${place}?${new URLSearchParams(list)}`;
  });
  return [
    ...typed,
    `/extended/v1/address/${recipient}/mempool`,
    `/extended/v1/address/${recipient}/nonces`,
    `/extended/v1/address/${recipient}/balances`,
    `/extended/v1/tx/mempool?recipient_address=${recipient}`,
    `/extended/v2/addresses/${recipient}/balances/stx?include_mempool=true`,
    `/extended/v3/principals/${recipient}/mempool/transactions`,
    `/extended/v3/principals/${recipient}/balances/stx`,
    '/extended/v2/blocks/latest',
  ];
}

type Answer = { status: number; tag: string | null; body: string };

async function ask(url: string, known?: string): Promise<Answer> {
  const response = await fetch(`${devnet.urls.gateway}${url}`, {
    redirect: 'manual',
    ...(known && { headers: { 'if-none-match': known } }),
  });
  return { status: response.status, tag: response.headers.get('etag'), body: await response.text() };
}

async function send(nonce: bigint, fee: bigint): Promise<string> {
  const { privateKey: senderKey } = account(devnet, 'wallet_1');
  const recipient = account(devnet, 'wallet_2').stx.address;
  const client = { baseUrl: devnet.urls.gateway ?? '' };
  const transaction = await makeSTXTokenTransfer({ recipient, amount: 3n, fee, nonce, senderKey, network: 'devnet', client });
  const sent = await broadcastTransaction({ transaction, client });
  if ('error' in sent) throw new Error(`${sent.error}: ${sent.reason}`);
  return sent.txid;
}

/** The names of the changes, and what the API must have an answer for that differs. */
const CHANGES: [name: string, change: () => Promise<unknown>, differs: RegExp][] = [
  ['a pending transaction', () => send(GAP_NONCE + 1n, 300n), /tx\/mempool\?recipient/],
  ['a replacement', () => send(GAP_NONCE, 700n), /principals\/\w+\/mempool\/transactions/],
  ['the nonce of an account', () => devnet.state.setNonce(account(devnet, 'wallet_2').stx.address, 50n), /\/nonces$/],
  ['the balance of an account', () => devnet.state.setStxBalance(sample.address, 5_000_000n), /./],
  ['a mined transaction', async () => devnet.stacks.waitForTx(await send(await nextNonce(), 400n)), /\/transactions/],
  ['an empty Bitcoin block', () => devnet.mine({ bitcoin: 1 }), /\/extended$/],
  ['a reorganisation', () => devnet.chaos.reorg({ blocks: 1, without: 'all' }), /\/extended$/],
  ['a restore', () => devnet.restore(snapshot), /\/nonces$/],
];

async function nextNonce(): Promise<bigint> {
  const response = await fetch(`${devnet.urls.stacks}/v2/accounts/${sample.address}?proof=0`);
  return BigInt(((await response.json()) as { nonce: number }).nonce);
}

test('behavior: whatever changes an answer changes its ETag', { timeout: 120_000 }, async () => {
  const known = new Map<string, Answer>();
  for (const url of urls) known.set(url, await ask(url));
  for (const [name, change, differs] of CHANGES) {
    await change();
    const changed: string[] = [];
    for (const [url, { tag, body }] of [...known]) {
      const conditional = tag === null ? undefined : await ask(url, tag);
      const now = await ask(url);
      known.set(url, now);
      if (now.body !== body) changed.push(url);
      if (conditional === undefined) continue;
      expect({ name, url, status: conditional.status, isSameTag: now.tag === tag }).toEqual({
        ...{ name, url },
        status: now.tag === tag ? 304 : now.status,
        isSameTag: now.body === body && now.tag !== null,
      });
    }
    expect(changed, name).toContainEqual(expect.stringMatching(differs));
  }
});
