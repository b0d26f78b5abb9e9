import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js';
import { privateKeyToAddress, randomPrivateKey } from '@stacks/transactions';
import { describe, expect, test } from 'vitest';

/** One request and what must come back. */
type Case = {
  name: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
  /** What the JSON of the answer has; text: what the answer is. @default '' */
  answer?: object | string;
  answerHeaders?: Record<string, string | RegExp>;
};

type FaucetAnswer = { txId: string; txRaw: string };
/** What either version answers, with the block that was waited for. */
type PaidAnswer = { txId?: string; transaction?: { tx_id: string }; block?: object };
type AccountAnswer = { name: string; btc: { address: string; balance: string } };

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const BITCOIN_FAUCETS = ['/extended/v1/faucets/btc', '/extended/v3/faucets/btc'];
const STACKS_FAUCETS = ['/extended/v1/faucets/stx', '/extended/v3/faucets/stx'];
const FAUCETS = [...BITCOIN_FAUCETS, ...STACKS_FAUCETS];
const INFOS = ['/v2/info', '/extended/v2/info'];

/** Well-formed addresses of other networks, and one of this one with a letter changed. */
const WRONG_BITCOIN = {
  'mainnet segwit': 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'mainnet taproot': 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  'mainnet P2PKH': '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  'mainnet P2SH': '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'testnet segwit': 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  mistyped: 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsJ',
  'of the other chain': 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5',
  'with a space': ' mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH',
  garbage: 'bitcoin',
};
const WRONG_STACKS = {
  mainnet: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
  'mainnet multisig': 'SM2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G',
  mistyped: 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD6',
  'of the other chain': 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH',
  'a contract without a name': 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5.',
  'with a space': 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5 ',
  garbage: 'stacks',
};

/** The requested contract, request by request. @param baseUrl of a running devnet's gateway, asked when the tests run */
export function requestedContract(baseUrl: () => string): void {
  const send = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${baseUrl()}${path}`, { method: 'POST', ...init });
  const sendJson = (path: string, body: unknown): Promise<Response> => send(path, { headers: JSON_TYPE, body: JSON.stringify(body) });

  describe('coins arrive', () => {
    test.each(Object.entries(freshBitcoinAddresses()))('default: 1 BTC to %s', async (_kind, address) => {
      const response = await sendJson('/extended/v1/faucets/btc?wait=true', { address });
      expect(response.status).toBe(200);
      const body = (await response.json()) as FaucetAnswer;
      expect(body).toMatchObject({
        success: true,
        txId: expect.stringMatching(/^[0-9a-f]{64}$/),
        txRaw: expect.stringMatching(/^[0-9a-f]+$/),
        block: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      });
      expect(body).toMatchObject({ txid: body.txId, raw_tx: body.txRaw });
      expect(outputsOf(body.txRaw)).toContainEqual(100_000_000n);
    });

    test('default: exactly 1 BTC more on an account, v1 and v3', async () => {
      const read = () => btcAccount(baseUrl(), 'wallet_8');
      for (const path of BITCOIN_FAUCETS) {
        const before = await read();
        expect((await sendJson(`${path}?wait=true`, { address: before.address })).status).toBe(200);
        expect((await read()).balance - before.balance).toBe(100_000_000n);
      }
    });

    test('default: exactly 500 STX, v1 and v3, also to a contract', async () => {
      for (const [name, request] of Object.entries(stacksRequests(send))) {
        for (const address of [freshStacksAddress(), `${freshStacksAddress()}.vault`]) {
          const response = await request(address, '&wait=true');
          expect(response.status, name).toBe(200);
          expect(await response.json()).toMatchObject({
            block: { height: expect.any(Number), hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
          });
          expect(await stxBalance(baseUrl(), address), name).toBe(500_000_000n);
        }
      }
    });

    test('behavior: 100 requests at once, in every form that the faucets take, are paid once each', async () => {
      const stx = freshStacksAddress();
      const before = await btcAccount(baseUrl(), 'wallet_7');
      const headers = { prefer: 'wait=120' };
      const json = { headers: { ...headers, ...JSON_TYPE } };
      const form = { headers: { ...headers, ...FORM_TYPE } };
      const forms = FAUCETS.flatMap((path) => {
        const address = path.endsWith('btc') ? before.address : stx;
        const byJson = () => send(path, { ...json, body: JSON.stringify({ address }) });
        if (path.startsWith('/extended/v3')) return [byJson, byJson];
        return [byJson, () => send(`${path}?address=${address}`, { headers }), () => send(path, { ...form, body: `address=${address}` })];
      });
      const answers = await Promise.all(
        Array.from({ length: 10 }).flatMap(() =>
          forms.map(async (request) => {
            const response = await request();
            return { status: response.status, body: (await response.json()) as PaidAnswer };
          }),
        ),
      );
      expect(answers).toHaveLength(100);
      expect(answers.filter(({ status, body }) => status !== 200 || body.block === undefined)).toEqual([]);
      expect(new Set(answers.map(({ body }) => body.txId ?? body.transaction?.tx_id)).size).toBe(100);
      expect(await stxBalance(baseUrl(), stx)).toBe(50n * 500_000_000n);
      expect((await btcAccount(baseUrl(), 'wallet_7')).balance - before.balance).toBe(50n * 100_000_000n);
    });

    test('behavior: stacking=true sends the pox minimum and 20 %', async () => {
      const { min_amount_ustx } = (await (await fetch(`${baseUrl()}/v2/pox`)).json()) as { min_amount_ustx: number };
      const address = freshStacksAddress();
      const response = await send(`/extended/v1/faucets/stx?address=${address}&stacking=true&wait=true`);
      expect(response.status).toBe(200);
      const balance = await stxBalance(baseUrl(), address);
      expect(balance).toBe((BigInt(min_amount_ustx) * 12n + 9n) / 10n);
    });

    test('behavior: without wait the answer comes after the broadcast, and the coins after it', async () => {
      const address = freshStacksAddress();
      const response = await send(`/extended/v1/faucets/stx?address=${address}`);
      const body = (await response.json()) as FaucetAnswer;
      expect(body).toEqual({
        success: true,
        txId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        txRaw: expect.stringMatching(/^[0-9a-f]{360}$/),
      });
      expect((await fetch(`${baseUrl()}/devnet/v1/tx/${body.txId}/wait`)).status).toBe(200);
      expect(await stxBalance(baseUrl(), address)).toBe(500_000_000n);
    });
  });

  describe('node info', () => {
    test('default: both paths answer the same, with every promised field', async () => {
      const [info, extended] = await Promise.all(INFOS.map(async (path) => (await fetch(`${baseUrl()}${path}`)).json()));
      expect(extended).toEqual(info);
      expect(info).toMatchObject({
        peer_version: expect.any(Number),
        pox_consensus: expect.stringMatching(/^[0-9a-f]{40}$/),
        burn_block_height: expect.any(Number),
        stable_pox_consensus: expect.stringMatching(/^[0-9a-f]{40}$/),
        stable_burn_block_height: expect.any(Number),
        server_version: expect.any(String),
        network_id: 2147483648,
        parent_network_id: 3669344250,
        stacks_tip_height: expect.any(Number),
        stacks_tip: expect.stringMatching(/^[0-9a-f]{64}$/),
        stacks_tip_consensus_hash: expect.stringMatching(/^[0-9a-f]{40}$/),
        unanchored_tip: null,
        exit_at_block_height: null,
      });
    });
  });

  describe('request by request', () => {
    test.each(cases().map((entry) => ({ method: 'POST', ...entry })))(
      '$method $path, $name: $status',
      async ({ method, path, headers, body, status, answer = '', answerHeaders = {} }) => {
        const response = await fetch(`${baseUrl()}${path}`, {
          method,
          ...(headers && { headers }),
          ...(body !== undefined && { body }),
          redirect: 'manual',
        });
        const text = await response.text();
        expect(response.status, text).toBe(status);
        expect(response.headers.get('access-control-allow-origin')).toBe('*');
        for (const [name, value] of Object.entries(answerHeaders)) {
          if (value instanceof RegExp) expect(response.headers.get(name)).toMatch(value);
          else expect(response.headers.get(name)).toBe(value);
        }
        if (typeof answer === 'string') return expect(text).toBe(answer);
        expect(response.headers.get('content-type')).toMatch(/^application\/json/);
        expect(JSON.parse(text)).toMatchObject(answer);
      },
    );
  });
}

function cases(): Case[] {
  return [
    ...FAUCETS.flatMap(anyFaucet),
    ...BITCOIN_FAUCETS.flatMap((path) => wrongAddresses(path, WRONG_BITCOIN)),
    ...STACKS_FAUCETS.flatMap((path) => wrongAddresses(path, WRONG_STACKS)),
    ...['btc', 'stx'].flatMap(firstGeneration),
    ...['btc', 'stx'].flatMap(thirdGeneration),
    ...INFOS.flatMap(infoPath),
    { name: 'unknown route', path: '/extended/v1/faucets/eth', status: 404, answer: { code: 'NOT_FOUND', success: false } },
    { name: 'unknown route', method: 'GET', path: '/extended/v2/infos', status: 404, answer: { error: 'Not Found' } },
  ];
}

/** What every faucet of either generation answers. */
function anyFaucet(path: string): Case[] {
  const success = path.startsWith('/extended/v1') ? { success: false } : {};
  const bad = (field: string): object => ({ error: expect.stringMatching(/./), code: 'INVALID_INPUT', field, ...success });
  const good = path.endsWith('btc') ? freshBitcoinAddresses().P2PKH : freshStacksAddress();
  const body = JSON.stringify({ address: good });
  const answer = path.startsWith('/extended/v1')
    ? { success: true }
    : {
        transaction: { chain: path.endsWith('btc') ? 'bitcoin' : 'stacks', tx_id: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
        amount: { [path.endsWith('btc') ? 'btc' : 'stx']: path.endsWith('btc') ? '100000000' : '500000000' },
      };
  const preflight = {
    origin: 'http://app.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  };
  return [
    { name: 'good', path, headers: JSON_TYPE, body, status: 200, answer, answerHeaders: { 'x-api-version': /^stacks-devnet / } },
    { name: 'good with a charset', path, headers: { 'content-type': 'application/json; charset=utf-8' }, body, status: 200, answer },
    { name: 'good with a trailing slash', path: `${path}/`, headers: JSON_TYPE, body, status: 200, answer },
    { name: 'good with parameters of the public API', path: `${path}?large=true`, headers: JSON_TYPE, body, status: 200, answer },
    // The public API ignores unknown keys, which pays another amount than a client asked for.
    {
      ...{ name: 'unknown key of the body', path, headers: JSON_TYPE, body: JSON.stringify({ address: good, note: 1 }) },
      ...{ status: 400, answer: bad('note') },
    },
    {
      ...{ name: 'keys of the public API that have no effect', path, headers: JSON_TYPE },
      ...{ body: JSON.stringify({ address: good, large: false }), status: 200, answer },
    },
    { name: 'wait=false', path: `${path}?wait=false`, headers: { ...JSON_TYPE, prefer: 'wait=9' }, body, status: 200, answer },
    {
      name: 'Prefer',
      path,
      headers: { ...JSON_TYPE, prefer: 'wait=20' },
      body,
      status: 200,
      answer: { ...answer, block: { height: expect.any(Number), hash: expect.any(String) } },
      answerHeaders: { 'preference-applied': 'wait=20' },
    },
    { name: 'missing', path, status: 400, answer: bad('address') },
    { name: 'missing in JSON', path, headers: JSON_TYPE, body: '{}', status: 400, answer: bad('address') },
    { name: 'empty JSON body', path, headers: JSON_TYPE, body: '', status: 400, answer: bad('address') },
    { name: 'empty address', path, headers: JSON_TYPE, body: '{"address":""}', status: 400, answer: bad('address') },
    { name: 'address no text', path, headers: JSON_TYPE, body: '{"address":7}', status: 400, answer: bad('address') },
    { name: 'address a list', path, headers: JSON_TYPE, body: JSON.stringify({ address: [good] }), status: 400, answer: bad('address') },
    { name: 'body a list', path, headers: JSON_TYPE, body: '[]', status: 400, answer: bad('body') },
    { name: 'malformed JSON', path, headers: JSON_TYPE, body: '{"address":', status: 400, answer: bad('body') },
    { name: 'prototype in JSON', path, headers: JSON_TYPE, body: '{"__proto__":{"address":"x"}}', status: 400, answer: bad('body') },
    { name: 'wait no flag', path: `${path}?wait=soon`, headers: JSON_TYPE, body, status: 400, answer: bad('wait') },
    { name: 'wait repeated', path: `${path}?wait=true&wait=true`, headers: JSON_TYPE, body, status: 400, answer: bad('wait') },
    { name: 'text', path, headers: { 'content-type': 'text/plain' }, body, status: 415, answer: bad('content-type') },
    { name: 'XML', path, headers: { 'content-type': 'application/xml' }, body: '<a/>', status: 415, answer: bad('content-type') },
    {
      name: 'multipart',
      path,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--',
      status: 415,
      answer: bad('content-type'),
    },
    {
      name: 'oversized',
      path,
      headers: JSON_TYPE,
      body: JSON.stringify({ address: 'm'.repeat(2 ** 20) }),
      status: 413,
      answer: bad('body'),
    },
    {
      name: 'long address',
      path,
      headers: JSON_TYPE,
      body: JSON.stringify({ address: 'm'.repeat(10_000) }),
      status: 400,
      answer: bad('address'),
    },
    { name: 'GET', method: 'GET', path, status: 405, answer: bad('method'), answerHeaders: { allow: 'POST' } },
    { name: 'HEAD', method: 'HEAD', path, status: 405, answerHeaders: { allow: 'POST' } },
    { name: 'PUT', method: 'PUT', path, headers: JSON_TYPE, body, status: 405, answer: bad('method') },
    { name: 'OPTIONS', method: 'OPTIONS', path, status: 204, answerHeaders: { allow: /POST/ } },
    {
      name: 'preflight',
      method: 'OPTIONS',
      path,
      headers: preflight,
      status: 204,
      answerHeaders: { 'access-control-allow-headers': 'content-type', 'access-control-allow-methods': /POST/ },
    },
  ];
}

function wrongAddresses(path: string, addresses: Record<string, string>): Case[] {
  const success = path.startsWith('/extended/v1') ? { success: false } : {};
  return Object.entries(addresses).map(([name, address]) => ({
    name: `wrong address, ${name}`,
    path,
    headers: JSON_TYPE,
    body: JSON.stringify({ address }),
    status: 400,
    answer: {
      code: 'INVALID_INPUT',
      field: 'address',
      expected: expect.stringMatching(/./),
      received: JSON.stringify(address),
      ...success,
    },
  }));
}

/** Version 1 takes its parameters from query and form as well. */
function firstGeneration(chain: string): Case[] {
  const path = `/extended/v1/faucets/${chain}`;
  const good = chain === 'btc' ? freshBitcoinAddresses().P2PKH : freshStacksAddress();
  const query = `${path}?address=${good}`;
  const ok = { status: 200, answer: { success: true } };
  const bad = (field: string): { status: number; answer: object } => ({
    status: 400,
    answer: { code: 'INVALID_INPUT', field, success: false },
  });
  const wrong = { address: 'nobody' };
  return [
    { name: 'query', path: query, ...ok },
    { name: 'query with an empty JSON body', path: query, headers: JSON_TYPE, body: '', ...ok },
    { name: 'query with null in JSON', path: query, headers: JSON_TYPE, body: 'null', ...ok },
    { name: 'query with an empty form', path: query, headers: FORM_TYPE, body: '', ...ok },
    { name: 'query before body', path: query, headers: JSON_TYPE, body: JSON.stringify(wrong), ...ok },
    { name: 'form', path, headers: FORM_TYPE, body: `address=${good}`, ...ok },
    {
      name: 'empty in the query',
      path: `${path}?address=`,
      headers: JSON_TYPE,
      body: JSON.stringify({ address: good }),
      ...bad('address'),
    },
    { name: 'duplicated in the query', path: `${query}&address=${good}`, ...bad('address') },
    { name: 'duplicated in a form', path, headers: FORM_TYPE, body: `address=${good}&address=${good}`, ...bad('address') },
    ...(chain === 'btc'
      ? []
      : [
          { name: 'stacking=false', path: `${query}&stacking=false`, ...ok },
          { name: 'stacking no flag', path: `${query}&stacking=1`, ...bad('stacking') },
          { name: 'stacking empty', path: `${query}&stacking=`, ...bad('stacking') },
          { name: 'stacking duplicated', path: `${query}&stacking=true&stacking=true`, ...bad('stacking') },
        ]),
  ];
}

/** Version 3 takes JSON alone. */
function thirdGeneration(chain: string): Case[] {
  const path = `/extended/v3/faucets/${chain}`;
  const good = chain === 'btc' ? freshBitcoinAddresses().P2PKH : freshStacksAddress();
  return [
    { name: 'query', path: `${path}?address=${good}`, status: 400, answer: { code: 'INVALID_INPUT', field: 'address' } },
    { name: 'form', path, headers: FORM_TYPE, body: `address=${good}`, status: 415, answer: { field: 'content-type' } },
  ];
}

function infoPath(path: string): Case[] {
  const answer = { network_id: 2147483648 };
  const preflight = {
    origin: 'http://app.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-hiro-product',
  };
  return [
    { name: 'good', method: 'GET', path, status: 200, answer },
    { name: 'good as JSON', method: 'GET', path, headers: { accept: 'application/json' }, status: 200, answer },
    { name: 'good with a trailing slash', method: 'GET', path: `${path}/`, status: 200, answer },
    { name: 'good with a content type and no body', method: 'GET', path, headers: JSON_TYPE, status: 200, answer },
    { name: 'unknown parameter', method: 'GET', path: `${path}?v=1&v=2`, status: 200, answer },
    { name: 'HEAD', method: 'HEAD', path, status: 200, answerHeaders: { 'content-type': /^application\/json/ } },
    {
      name: 'POST',
      path,
      headers: JSON_TYPE,
      body: '{}',
      status: 405,
      // At its own path the node answers for itself.
      answer: path === '/v2/info' ? 'Method Not Allowed. Allowed: GET' : { code: 'INVALID_INPUT', field: 'method' },
      answerHeaders: { allow: /^GET/ },
    },
    { name: 'OPTIONS', method: 'OPTIONS', path, status: 204 },
    {
      name: 'preflight',
      method: 'OPTIONS',
      path,
      headers: preflight,
      status: 204,
      answerHeaders: { 'access-control-allow-headers': 'x-hiro-product' },
    },
  ];
}

/** One new address of each kind that regtest has. */
function freshBitcoinAddresses() {
  const key = randomPrivateKeyBytes();
  const publicKey = pubECDSA(key);
  const segwit = p2wpkh(publicKey, REGTEST);
  return {
    P2PKH: address(p2pkh(publicKey, REGTEST)),
    'nested P2WPKH': address(p2sh(segwit, REGTEST)),
    P2WPKH: address(segwit),
    P2WSH: address(p2wsh(p2pkh(publicKey, REGTEST), REGTEST)),
    P2TR: address(p2tr(pubSchnorr(key), undefined, REGTEST)),
    'P2WPKH in capitals': address(segwit).toUpperCase(),
  };
}

function address(payment: { address?: string | undefined }): string {
  if (payment.address === undefined) throw new Error('a payment without an address');
  return payment.address;
}

function freshStacksAddress(): string {
  return privateKeyToAddress(randomPrivateKey(), 'testnet');
}

/** The ways in which version 1 and 3 take an address. */
function stacksRequests(send: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    'v1 by query': (to: string, extra: string) => send(`/extended/v1/faucets/stx?address=${to}${extra}`),
    'v3 by JSON': (to: string, extra: string) =>
      send(`/extended/v3/faucets/stx?${extra}`, { headers: JSON_TYPE, body: JSON.stringify({ address: to }) }),
  };
}

async function btcAccount(baseUrl: string, name: string): Promise<{ address: string; balance: bigint }> {
  const { accounts } = (await (await fetch(`${baseUrl}/devnet/v1/accounts`)).json()) as { accounts: AccountAnswer[] };
  const found = accounts.find((account) => account.name === name);
  if (found === undefined) throw new RangeError(`no account ${name}`);
  return { address: found.btc.address, balance: BigInt(found.btc.balance) };
}

async function stxBalance(baseUrl: string, principal: string): Promise<bigint> {
  const { balance } = (await (await fetch(`${baseUrl}/v2/accounts/${principal}?proof=0`)).json()) as { balance: string };
  return BigInt(balance);
}

function outputsOf(raw: string): bigint[] {
  const transaction = Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownOutputs: true });
  return Array.from({ length: transaction.outputsLength }, (_, i) => transaction.getOutput(i).amount ?? 0n);
}
