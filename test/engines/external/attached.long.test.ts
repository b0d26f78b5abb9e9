import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeContractCall, makeContractDeploy, type StacksTransactionWire } from '@stacks/transactions';
import { type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestedContract } from '../../e2e/requested-contract.js';
import { BTC_KEYS, type Inner, STX_KEYS, startInner } from './inner.js';

const SOURCE = '(define-public (f (n uint)) (begin (print n) (if (> n u1) (ok n) (err u7))))';

describe('external, attached to the gateway of a devnet in another process', () => {
  let inner: Inner;
  let devnet: Devnet;
  beforeAll(async () => {
    inner = await startInner();
    devnet = await startDevnet(attached(inner, inner.urls.gateway));
  });
  afterAll(async () => {
    await devnet.close();
    await inner[Symbol.asyncDispose]();
  });

  requestedContract(() => devnet.urls.gateway ?? '');

  test('default: the status is that of the nodes', async () => {
    expect(await devnet.status()).toMatchObject({
      engine: 'external',
      ready: true,
      epoch: '4.0',
      capabilities: [],
      bitcoin: { mode: 'manual' },
      stacks: { mode: 'auto' },
      urls: { stacks: inner.urls.gateway, bitcoin: inner.urls.bitcoin },
    });
  });

  test('behavior: receipts of calls come from the Stacks API at the same URL, complete', async () => {
    const deployed = await send(devnet, await deploy(devnet, 'deny'));
    expect(await devnet.stacks.waitForTx(deployed)).toMatchObject({ status: 'success' });
    const called = await devnet.stacks.waitForTx(await send(devnet, await call(devnet, 2, 'deny')));
    expect(called).toMatchObject({ status: 'success', result: { repr: '(ok u2)' }, events: [{ type: 'contract_event' }] });
    expect(called.unknown).toBeUndefined();
    expect(called.cost.runtime).toBeGreaterThan(0);
    const failed = await devnet.stacks.waitForTx(await send(devnet, await call(devnet, 1, 'deny')));
    expect(failed).toMatchObject({ status: 'abort_by_response', result: { repr: '(err u7)' } });
  });

  test('behavior: 100 concurrent payments on each chain are all confirmed once', async () => {
    const { wallet_1 } = devnet.accounts;
    const address = { btc: wallet_1?.btc.addresses.p2wpkh ?? '', stx: 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5.fresh' };
    const options = { timeoutMs: 60_000 };
    const payments = await Promise.all([
      ...Array.from({ length: 50 }, () => devnet.faucet.btc(address.btc, { ...options, amount: 10_000n })),
      ...Array.from({ length: 50 }, () => devnet.faucet.stx(address.stx, { ...options, amount: 1_000n })),
    ]);
    expect(payments.every(({ block }) => block !== undefined)).toBe(true);
    expect(new Set(payments.map(({ txId }) => txId)).size).toBe(100);
    const account = await (await fetch(`${inner.urls.stacks}/v2/accounts/${address.stx}?proof=0`)).json();
    expect(account).toMatchObject({ balance: `0x${50_000n.toString(16).padStart(32, '0')}` });
  }, 90_000);

  test('behavior: operations that need control of the nodes are rejected with a reason, over HTTP with 501', async () => {
    const post = (path: string, body: object, method = 'POST') =>
      fetch(`${devnet.urls.gateway}${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const answers = await Promise.all([
      post('/devnet/v1/snapshots', {}),
      post('/devnet/v1/mine', { stacks: 1 }),
      post('/devnet/v1/mining', { stacks: 'manual' }, 'PUT'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([501, 501, 501]);
    expect(await Promise.all(answers.map(async (answer) => ((await answer.json()) as { error: string }).error))).toEqual([
      expect.stringContaining('snapshots need the files of the nodes'),
      expect.stringContaining('the miner of an external Stacks node decides alone'),
      expect.stringContaining('cannot be paused'),
    ]);
  });
});

describe('external, attached to the nodes themselves', () => {
  let inner: Inner;
  let devnet: Devnet;
  beforeAll(async () => {
    inner = await startInner(['--ports', 'auto', '--mining-bitcoin', 'manual']);
    devnet = await startDevnet({ ...attached(inner, inner.urls.stacks), gateway: false });
  });
  afterAll(async () => {
    await devnet.close();
    await inner[Symbol.asyncDispose]();
  });

  test('default: a block is mined on request, and the Stacks node follows', async () => {
    const { height } = (await devnet.status()).bitcoin;
    const { bitcoin, stacks } = await devnet.mine({ bitcoin: 2 });
    expect(bitcoin).toMatchObject({ height: height + 2, hashes: [expect.any(String), expect.any(String)] });
    expect(stacks.height).toBeGreaterThan(height);
  });

  test('behavior: a mined block has its Stacks block, also while the Stacks node is busy', async () => {
    // About half a second of the VM for each call.
    const adds = (count: number) => `(list${' u1'.repeat(count)})`;
    const source = [
      '(define-private (inner (x uint) (sum uint)) (+ sum x))',
      `(define-private (outer (x uint) (sum uint)) (fold inner ${adds(300)} sum))`,
      `(define-read-only (slow) (fold outer ${adds(100)} u0))`,
    ].join('\n');
    const { contract } = await devnet.stacks.deploy({ name: 'slow', as: 'wallet_5', source });
    const [address = '', name] = contract.split('.');
    const slowRead = async () => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ sender: address, arguments: [] });
      return (await fetch(`${inner.urls.stacks}/v2/contracts/call-read/${address}/${name}/slow`, { method: 'POST', headers, body })).json();
    };
    for (let block = 0; block < 3; block++) {
      const before = (await devnet.status()).stacks.height;
      const reads = [slowRead(), slowRead()];
      // The node answers the second read after the first: it is busy from here on.
      await Promise.race(reads);
      const { stacks } = await devnet.mine({ bitcoin: 1 });
      expect(stacks.height).toBeGreaterThan(before);
      expect(await Promise.all(reads)).toMatchObject([{ okay: true }, { okay: true }]);
    }
  });

  test('behavior: in mode auto a payment triggers a block', async () => {
    const address = devnet.accounts['wallet_2']?.btc.address ?? '';
    await devnet.setMining({ bitcoin: 'auto' });
    expect(await devnet.faucet.btc(address)).toMatchObject({ block: { height: expect.any(Number) } });
    await devnet.setMining({ bitcoin: 'manual' });
  });

  test('behavior: certain outcomes have receipts that list unknown parts; other waits reject', async () => {
    await devnet.stacks.waitForTx(await send(devnet, await deploy(devnet, 'allow')));
    const allowed = await devnet.stacks.waitForTx(await send(devnet, await call(devnet, 2, 'allow')));
    expect(allowed).toMatchObject({
      status: 'success',
      result: { hex: expect.stringMatching(/^0x07/), repr: '(ok u2)' },
      unknown: ['events', 'cost'],
    });
    const failed = await devnet.stacks.waitForTx(await send(devnet, await call(devnet, 1, 'deny')));
    expect(failed).toMatchObject({ status: 'abort_by_response', result: { repr: '(err u7)' } });
    const txid = await send(devnet, await call(devnet, 2, 'deny'));
    await expect(devnet.stacks.waitForTx(txid)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('(ok u2), but the node does not report whether a post-condition aborted it'),
      hint: expect.stringContaining('external.stacksToken'),
    });
  });

  test('behavior: a transaction from before it was attached is found', async () => {
    const { txId } = await devnet.faucet.stx('ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5');
    await using late = await startDevnet({ ...attached(inner, inner.urls.stacks), gateway: false });
    expect(await late.stacks.waitForTx(txId)).toMatchObject({ txid: txId, status: 'success', events: [{ type: 'stx_transfer_event' }] });
  });

  test('behavior: both chains follow a Bitcoin reorganisation, and waits continue', async () => {
    const events: string[] = [];
    const end = devnet.subscribe((event) => events.push(event.type));
    const client = await devnet.bitcoin.client();
    const { bitcoin } = await devnet.mine({ bitcoin: 2 });
    const payment = await devnet.faucet.btc(devnet.accounts['wallet_3']?.btc.address ?? '', { wait: false });
    await client.command('invalidateblock', bitcoin.hashes[0] ?? '');
    await devnet.mine({ bitcoin: 3 });
    end();
    expect(events).toEqual(expect.arrayContaining(['bitcoin.reorg', 'stacks.reorg']));
    expect(await devnet.bitcoin.waitForTx(payment.txId)).toMatchObject({ confirmations: expect.any(Number) });
  });
});

test('behavior: the node leaves a branch while its blocks are read, and the new branch is followed', async () => {
  await using inner = await startInner(['--ports', 'auto', '--mining-bitcoin', 'manual']);
  let beforeSortition: (() => Promise<void>) | undefined;
  await using proxy = await startProxy(inner.urls.stacks, async (path) => {
    if (!path.startsWith('/v3/sortitions/consensus/')) return;
    const act = beforeSortition;
    beforeSortition = undefined;
    await act?.();
  });
  await using devnet = await startDevnet({ ...attached(inner, proxy.url), gateway: false });
  const client = await devnet.bitcoin.client();
  beforeSortition = async () => {
    const tip = await client.command<string>('getbestblockhash');
    await client.command('invalidateblock', tip);
    await client.command('generatetoaddress', 2, devnet.accounts.wallet_1?.btc.address);
  };
  await devnet.mine({ bitcoin: 1 });
  // The node may have the Bitcoin block a moment before its first Stacks block.
  await expect.poll(() => beforeSortition).toBeUndefined();
  const tip = async () => ((await (await fetch(`${inner.urls.stacks}/v2/info`)).json()) as { stacks_tip_height: number }).stacks_tip_height;
  await expect.poll(async () => (await devnet.status()).stacks.height - (await tip())).toBe(0);
});

/** A server that runs `before` with each request's path, then answers as the target does. */
async function startProxy(target: string, before: (path: string) => Promise<void>): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const forward = async () => {
      const { url = '/', method = 'GET', headers } = request;
      await before(url);
      const options = { method, headers: { ...headers, connection: 'close' } };
      const outgoing = ask(`${target}${url}`, options, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', () => response.destroy());
      request.pipe(outgoing);
    };
    forward().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((end) => server.close(end));
    },
  };
}

function attached({ urls }: Inner, stacksRpc: string) {
  return {
    engine: 'external',
    external: { bitcoinRpc: urls.bitcoin.replace('://', '://devnet:devnet@'), stacksRpc },
    faucet: { stx: { keys: STX_KEYS }, btc: { keys: BTC_KEYS } },
  } as const;
}

type Mode = 'allow' | 'deny';
const SENDER = 'wallet_8';
const nonces = new WeakMap<Devnet, number>();

function options(devnet: Devnet, postConditionMode: Mode) {
  const nonce = nonces.get(devnet) ?? 0;
  nonces.set(devnet, nonce + 1);
  const { privateKey = '' } = devnet.accounts[SENDER] ?? {};
  return { senderKey: privateKey, network: devnet.network, fee: 10_000, nonce, postConditionMode };
}

function deploy(devnet: Devnet, mode: Mode): Promise<StacksTransactionWire> {
  return makeContractDeploy({ ...options(devnet, mode), contractName: 'answers', codeBody: SOURCE });
}

async function call(devnet: Devnet, n: number, mode: Mode): Promise<StacksTransactionWire> {
  const { Cl } = await import('@stacks/transactions');
  const contractAddress = devnet.accounts[SENDER]?.stx.address ?? '';
  return makeContractCall({
    ...options(devnet, mode),
    contractAddress,
    contractName: 'answers',
    functionName: 'f',
    functionArgs: [Cl.uint(n)],
  });
}

async function send(devnet: Devnet, transaction: StacksTransactionWire): Promise<string> {
  const answer = await fetch(`${devnet.urls.stacks}/v2/transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(transaction.serializeBytes()),
  });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(body);
  return `0x${JSON.parse(body)}`;
}
