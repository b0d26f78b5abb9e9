import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SbtcDeposit } from '#dist/network/devnet/sbtc/types.js';
import type { Devnet } from '#dist/network/types.js';
import { account, bootDevnet } from '../../devnet.js';

type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

let devnet: Devnet;
/** Two outputs of wallet_1 and one of wallet_2, oldest first. */
let deposits: SbtcDeposit[];
let announcement: Record<string, unknown>;
const HASH = 'ab'.repeat(32);

async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  const init =
    body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: typeof body === 'string' ? body : JSON.stringify(body) };
  const response = await fetch(`${devnet.urls.gateway}/emily${path}`, { method, ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

beforeAll(async () => {
  devnet = await bootDevnet({ gateway: true, sbtc: { bridge: { mode: 'manual' } } });
  const [one, two] = [account(devnet, 'wallet_1').stx.address, account(devnet, 'wallet_2').stx.address];
  deposits = [];
  for (const [recipient, amount] of [
    [one, 10_000n],
    [one, 20_000n],
    [two, 30_000n],
  ] as const) {
    deposits.push(await devnet.sbtc.deposit({ recipient, amount, wait: false }));
  }
  const [{ txid = '', vout = 0, depositScript = '', reclaimScript = '' } = {}] = deposits as Partial<SbtcDeposit>[];
  const transactionHex = await (await fetch(`${devnet.urls.gateway}/api/tx/${txid}/hex`)).text();
  announcement = { bitcoinTxid: txid, bitcoinTxOutputIndex: vout, depositScript, reclaimScript, transactionHex };
  const holder = account(devnet, 'wallet_3');
  for (const amount of [1_000n, 2_000n]) await devnet.sbtc.withdraw({ account: holder, amount, address: holder.btc.address, wait: false });
});
afterAll(() => devnet.close());

describe('deposits', () => {
  test('default: announced again, a deposit is 200 with the same body', async () => {
    const { status, body } = await ask('POST', '/deposit', announcement);
    expect(status).toBe(200);
    expect(body).toEqual({
      bitcoinTxid: deposits[0]?.txid,
      bitcoinTxOutputIndex: 0,
      recipient: expect.stringMatching(/^051a[0-9a-f]{40}$/),
      amount: 10_000,
      lastUpdateHeight: expect.any(Number),
      lastUpdateBlockHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      status: 'pending',
      statusMessage: 'Just received deposit',
      parameters: { maxFee: 80_000, lockTime: 950 },
      reclaimScript: deposits[0]?.reclaimScript,
      depositScript: deposits[0]?.depositScript,
    });
    expect((await ask('GET', `/deposit/${deposits[0]?.txid}/0`)).body).toEqual(body);
    expect((await ask('GET', `/deposit/${deposits[0]?.txid}`)).body).toEqual({ nextToken: null, deposits: [body] });
  });

  test('default: lists have less of each deposit, and come in pages', async () => {
    const first = (await ask('GET', '/deposit?status=pending&pageSize=2')).body as {
      nextToken: string;
      deposits: Record<string, unknown>[];
    };
    expect(first.deposits.map(({ amount }) => amount)).toEqual([10_000, 20_000]);
    expect(Object.keys(first.deposits[0] ?? {})).not.toContain('parameters');
    const last = (await ask('GET', `/deposit?status=pending&pageSize=2&nextToken=${first.nextToken}`)).body;
    expect(last).toMatchObject({ nextToken: null, deposits: [{ amount: 30_000 }] });
    for (const status of ['accepted', 'confirmed', 'failed', 'rbf']) {
      expect((await ask('GET', `/deposit?status=${status}`)).body).toEqual({ nextToken: null, deposits: [] });
    }
  });

  test('default: by recipient and by reclaim keys', async () => {
    const recipient = (await ask('POST', '/deposit', announcement)).body['recipient'];
    expect((await ask('GET', `/deposit/recipient/${recipient}`)).body).toMatchObject({
      deposits: [{ amount: 10_000 }, { amount: 20_000 }],
    });
    const key = /20([0-9a-f]{64})ac$/.exec(deposits[2]?.reclaimScript ?? '')?.[1];
    expect((await ask('GET', `/deposit/reclaim-pubkeys/${key}`)).body).toMatchObject({ nextToken: null, deposits: [{ amount: 30_000 }] });
    expect((await ask('GET', `/deposit/reclaim-pubkeys/${key}-${HASH}`)).body).toMatchObject({ deposits: [] });
  });

  test('error: an announcement that makes no deposit names the field', async () => {
    const deposit = `${announcement['depositScript']}`;
    const cases: [Record<string, unknown>, string][] = [
      [{ bitcoinTxid: '12' }, 'bitcoinTxid: expected 64 hex digits'],
      [{ bitcoinTxid: `0x${HASH}` }, `received "0x${HASH}"`],
      [{ bitcoinTxid: HASH }, 'bitcoinTxid: expected the id of transactionHex'],
      [{ bitcoinTxid: HASH }, `received "${HASH}"`],
      [{ bitcoinTxid: undefined }, 'bitcoinTxid: expected the txid as hex'],
      [{ bitcoinTxOutputIndex: 9 }, 'bitcoinTxOutputIndex: expected the index of one of the 2 outputs'],
      [{ bitcoinTxOutputIndex: -1 }, 'bitcoinTxOutputIndex: expected the index of the output'],
      [{ bitcoinTxOutputIndex: 1 }, 'bitcoinTxOutputIndex: expected an output with the script 5120'],
      [{ transactionHex: '00' }, 'transactionHex: expected a Bitcoin transaction as hex'],
      [{ transactionHex: 'zz' }, 'transactionHex: expected'],
      [{ depositScript: 'zz' }, 'depositScript: expected a script as hex'],
      [{ depositScript: deposit.slice(2) }, 'it is too short'],
      [{ depositScript: deposit.replace(/20[0-9a-f]{64}ac$/, `20${HASH}ac`) }, "depositScript: expected the signers' key"],
      [{ depositScript: deposit.replace(/20[0-9a-f]{64}ac$/, `20${HASH}ac`) }, `received "${HASH}"`],
      [{ reclaimScript: HASH }, `reclaimScript: expected a reclaim script, received "${HASH}"`],
      [{ reclaimScript: '51' }, 'reclaimScript: expected a reclaim script'],
      [{ reclaimScript: `51b2${'61'.repeat(2_049)}` }, 'after CHECKSEQUENCEVERIFY it has 2049 bytes of at most 2048'],
      [{ reclaimScript: '51b250' }, 'its opcode OP_SUCCESS80 voids its lock time'],
      [{ reclaimScript: '51b2' }, 'bitcoinTxOutputIndex: expected an output with the script'],
    ];
    for (const [change, message] of cases) {
      const { status, body } = await ask('POST', '/deposit', { ...announcement, ...change });
      expect(body, message).toEqual({ message: expect.stringContaining(message) });
      expect(status, message).toBe(400);
    }
    expect(await ask('POST', '/deposit', '{"bitcoinTxid":')).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^body: expected JSON/) },
    });
  });
});

describe('withdrawals', () => {
  test('default: by id, status, recipient and sender', async () => {
    const sender = account(devnet, 'wallet_3').stx.address;
    const { status, body } = await ask('GET', '/withdrawal/1');
    expect(status).toBe(200);
    expect(body).toEqual({
      requestId: 1,
      stacksBlockHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      stacksBlockHeight: expect.any(Number),
      recipient: expect.stringMatching(/^76a914[0-9a-f]{40}88ac$/),
      sender,
      amount: 1_000,
      lastUpdateHeight: expect.any(Number),
      lastUpdateBlockHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      status: 'pending',
      statusMessage: 'Just received withdrawal',
      parameters: { maxFee: 10_000 },
      expectedFulfillmentInfo: {},
      txid: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const page = (await ask('GET', '/withdrawal?status=pending&pageSize=1')).body;
    expect(page).toMatchObject({ nextToken: expect.any(String), withdrawals: [{ requestId: 1 }] });
    expect((await ask('GET', `/withdrawal?status=pending&nextToken=${page['nextToken']}`)).body).toMatchObject({
      nextToken: null,
      withdrawals: [{ requestId: 2, amount: 2_000 }],
    });
    expect((await ask('GET', `/withdrawal/recipient/${body['recipient']}`)).body).toMatchObject({ withdrawals: [{}, {}] });
    expect((await ask('GET', `/withdrawal/sender/${sender}`)).body).toMatchObject({ withdrawals: [{}, {}] });
    expect((await ask('GET', `/withdrawal/sender/${account(devnet, 'wallet_4').stx.address}`)).body).toMatchObject({ withdrawals: [] });
  });
});

describe('the rest', () => {
  test('default: limits, chainstate and health', async () => {
    await devnet.sbtc.configure({ limits: { pegCap: 10n ** 15n, rollingWithdrawalBlocks: 10, rollingWithdrawalCap: 5_000n } });
    expect((await ask('GET', '/limits')).body).toEqual({
      pegCap: 10 ** 15,
      perDepositMinimum: null,
      perDepositCap: null,
      perWithdrawalCap: null,
      rollingWithdrawalBlocks: 10,
      rollingWithdrawalCap: 5_000,
      availableToWithdraw: 5_000,
      accountCaps: {},
      throttleModeInitiator: null,
    });
    expect((await ask('GET', '/limits/signer')).body).toMatchObject({ rollingWithdrawalCap: 5_000 });
    const { stacks, bitcoin } = await devnet.status();
    const tip = { stacksBlockHeight: stacks.height, stacksBlockHash: stacks.hash.slice(2), bitcoinBlockHeight: bitcoin.height };
    expect((await ask('GET', '/chainstate')).body).toEqual(tip);
    expect((await ask('GET', `/chainstate/${stacks.height}`)).body).toEqual(tip);
    expect((await ask('GET', `/chainstate/${stacks.height - 1}`)).body).toMatchObject({ stacksBlockHeight: stacks.height - 1 });
    expect((await ask('GET', '/health')).body).toEqual({ version: expect.any(String) });
  });

  test.each([
    ['GET', '/deposit', 400, 'status: expected pending, accepted, confirmed, failed or rbf'],
    ['GET', '/deposit?status=none', 400, 'status: expected pending, accepted, confirmed, failed or rbf'],
    ['GET', '/deposit?status=pending&pageSize=0', 400, 'pageSize: expected a whole number from 1 to 65535'],
    ['GET', '/deposit?status=pending&pageSize=70000', 400, 'pageSize: expected'],
    ['GET', '/deposit?status=pending&nextToken=zz', 400, 'nextToken: expected the nextToken of an earlier answer'],
    ['GET', '/deposit?status=pending&page=1', 400, 'page'],
    ['GET', '/deposit/12', 400, 'txid: expected 64 hex digits'],
    ['GET', `/deposit/0x${'ab'.repeat(32)}`, 400, `received "0x${'ab'.repeat(32)}"`],
    ['GET', `/deposit/reclaim-pubkeys/${'ab'.repeat(32)}-1`, 400, `received "${'ab'.repeat(32)}-1"`],
    ['GET', `/deposit/${HASH}/x`, 400, 'index: expected a whole number'],
    ['GET', `/deposit/${HASH}/0`, 404, 'Resource not found'],
    ['GET', '/deposit/recipient/zz', 400, 'recipient: expected hex'],
    ['GET', '/deposit/reclaim-pubkeys/12', 400, 'reclaimPubkeys: expected x-only keys'],
    ['GET', '/withdrawal', 400, 'status: expected pending, accepted, confirmed or failed'],
    ['GET', '/withdrawal?status=rbf', 400, 'status: expected pending, accepted, confirmed or failed'],
    ['GET', '/withdrawal/x', 400, 'id: expected a whole number'],
    ['GET', '/withdrawal/99', 404, 'Resource not found'],
    ['GET', '/withdrawal/recipient/0', 400, 'recipient: expected hex'],
    ['GET', '/withdrawal/sender/nobody', 400, 'sender: expected a Stacks principal'],
    ['GET', '/chainstate/x', 400, 'height: expected a whole number'],
    ['GET', '/chainstate/999999', 404, 'Resource not found'],
    ['GET', '/nothing', 404, 'Resource not found'],
    ['DELETE', '/deposit', 405, 'Method not allowed'],
    ['POST', '/health', 405, 'Method not allowed'],
    ['PUT', '/deposit', 403, 'Forbidden'],
    ['PUT', '/withdrawal_private', 403, 'Forbidden'],
    ['POST', '/limits', 403, 'Forbidden'],
    ['POST', '/new_block', 403, 'Forbidden'],
  ])('error: %s %s is %i', async (method, path, status, message) => {
    const answer = await ask(method, path);
    expect(answer.body).toEqual({ message: expect.stringContaining(message) });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    if (status === 405) expect(answer.headers.get('allow')).toMatch(/GET|POST/);
  });

  test('behavior: a page on any origin may send JSON and a key', async () => {
    const headers = {
      origin: 'https://example.com',
      'access-control-request-headers': 'content-type,x-api-key',
      'access-control-request-method': 'POST',
    };
    const { status, headers: answer } = await fetch(`${devnet.urls.gateway}/emily/deposit`, { method: 'OPTIONS', headers });
    expect(status).toBe(204);
    expect(answer.get('access-control-allow-origin')).toBe('*');
    expect(answer.get('access-control-allow-headers')).toBe('content-type,x-api-key');
  });
});
