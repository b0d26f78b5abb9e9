import { broadcastTransaction, Cl, makeContractCall, makeContractDeploy, makeSTXTokenTransfer } from '@stacks/transactions';
import { connectDevnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { testCache } from '../../cache.js';
import { inProcess } from '../../cli/in-process.js';
import { account } from '../../devnet.js';

let devnet: Devnet;
let connected: Devnet;
let D: string;

const TOKEN = `(define-public (mint (n uint) (to principal))
  (begin
    (asserts! (> n u5) (err u401))
    (print { minted: n })
    (ok n)))`;
const BANK = `(define-public (deposit (n uint))
  (begin
    (try! (contract-call? .token mint n tx-sender))
    (ok true)))`;

const nonces = new Map<string, bigint>();

async function send(
  name: string,
  make: (options: {
    senderKey: string;
    nonce: bigint;
    fee: bigint;
    network: Devnet['network'];
  }) => Promise<Parameters<typeof broadcastTransaction>[0]['transaction']>,
): Promise<string> {
  const nonce = nonces.get(name) ?? 0n;
  nonces.set(name, nonce + 1n);
  const transaction = await make({ senderKey: account(devnet, name).privateKey, nonce, fee: 10_000n, network: devnet.network });
  const { txid } = await broadcastTransaction({ transaction, network: devnet.network });
  return `0x${txid}`;
}

const deposit = (n: number, name = 'wallet_1') =>
  send(name, (options) =>
    makeContractCall({ contractAddress: D, contractName: 'bank', functionName: 'deposit', functionArgs: [Cl.uint(n)], ...options }),
  );

beforeAll(async () => {
  devnet = await startDevnet({ cache: testCache, ports: { gateway: 0, stacks: 0, bitcoin: 0 } });
  connected = await connectDevnet(String(devnet.urls.gateway));
  D = account(devnet, 'deployer').stx.address;
  for (const [contractName, codeBody] of [
    ['token', TOKEN],
    ['bank', BANK],
  ] as const) {
    await devnet.stacks.waitForTx(await send('deployer', (options) => makeContractDeploy({ contractName, codeBody, ...options })));
  }
});
afterAll(async () => {
  await connected?.close();
  await devnet?.close();
});

const origin = () => ({
  contract: `${D}.token`,
  line: 3,
  column: 5,
  expression: '(asserts! (> n u5) (err u401))',
  stack: [`${D}.bank:deposit`, `${D}.token:mint`],
});

test('default: a receipt has the reason and the origin of a failure, here and over HTTP', async () => {
  const txid = await deposit(5);
  const receipt = await devnet.stacks.waitForTx(txid);
  expect(receipt.reason).toBe(
    `the contract answered (err u401) from asserts! in ${D}.token:mint (line 3, column 5), so everything but the fee was rolled back`,
  );
  expect(receipt.origin).toEqual(origin());
  expect(await connected.stacks.waitForTx(txid)).toEqual(receipt);
});

test('default: the trace of a failed and of a successful transaction, here and over HTTP', async () => {
  const txid = await deposit(5);
  const { block } = await devnet.stacks.waitForTx(txid);
  const wallet = account(devnet, 'wallet_1').stx.address;
  const trace = await devnet.stacks.trace(txid);
  expect(trace).toEqual({
    txid,
    status: 'abort_by_response',
    result: { hex: expect.any(String), repr: '(err u401)' },
    reason: expect.stringContaining('from asserts!'),
    origin: origin(),
    block,
    call: {
      contract: `${D}.bank`,
      function: 'deposit',
      args: ['u5'],
      result: '(err u401)',
      events: [],
      at: { contract: `${D}.bank`, line: 1, column: 1 },
      calls: [
        {
          contract: `${D}.token`,
          function: 'mint',
          args: ['u5', wallet],
          result: '(err u401)',
          events: [],
          at: { contract: `${D}.bank`, line: 3, column: 11 },
          calls: [],
        },
      ],
    },
  });
  expect(await connected.stacks.trace(txid.slice(2))).toEqual(trace);

  const good = await deposit(6);
  await devnet.stacks.waitForTx(good);
  expect((await connected.stacks.trace(good)).call?.calls[0]).toMatchObject({
    result: '(ok u6)',
    events: [{ type: 'print', args: ['(tuple (minted u6))'], at: { contract: `${D}.token`, line: 4, column: 5 } }],
  });
});

test('behavior: transfers and deploys have no calls', async () => {
  const recipient = account(devnet, 'wallet_2').stx.address;
  const txid = await send('wallet_3', (options) => makeSTXTokenTransfer({ recipient, amount: 1n, ...options }));
  await devnet.stacks.waitForTx(txid);
  expect((await devnet.stacks.trace(txid)).call).toBeUndefined();
  const failing = await send('wallet_3', (options) =>
    makeContractDeploy({ contractName: 'broken', codeBody: '(define-constant A u1)\n(define-constant B (/ A u0))', ...options }),
  );
  const receipt = await devnet.stacks.waitForTx(failing);
  expect(receipt.reason).toContain('DivisionByZero from / in');
  expect(receipt.origin).toMatchObject({ line: 2, column: 20, expression: '(/ A u0)' });
  expect((await devnet.stacks.trace(failing)).origin).toEqual(receipt.origin);
});

test('behavior: after a restore and a reorganisation a trace is that of the canonical block, or NOT_FOUND', async () => {
  await devnet.mine({ bitcoin: 1 });
  const id = await devnet.snapshot();
  const lost = await deposit(7, 'wallet_4');
  await devnet.stacks.waitForTx(lost);
  expect((await devnet.stacks.trace(lost)).call).toMatchObject({ args: ['u7'] });
  await devnet.restore(id);
  nonces.set('wallet_4', 0n);
  await expect(devnet.stacks.trace(lost)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(connected.stacks.trace(lost)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const kept = await deposit(8, 'wallet_4');
  const before = await devnet.stacks.waitForTx(kept);
  const bitcoin = await devnet.bitcoin.client();
  const { hash } = (await devnet.mine({ bitcoin: 1 })).bitcoin.hashes.map((mined) => ({ hash: mined }))[0] ?? { hash: '' };
  const late = await deposit(9, 'wallet_4');
  await devnet.stacks.waitForTx(late);
  expect((await devnet.stacks.trace(late)).call).toMatchObject({ args: ['u9'] });
  await bitcoin.command('invalidateblock', hash);
  await devnet.mine({ bitcoin: 2 });
  const receipt = await devnet.stacks.waitForTx(late);
  const trace = await devnet.stacks.trace(late);
  expect(trace.block).toEqual(receipt.block);
  expect(trace.call).toMatchObject({ args: ['u9'], result: '(ok true)' });
  expect((await devnet.stacks.trace(kept)).block).toEqual(before.block);
});

test('default: a simulation by any sender, of a read and of a transaction', async () => {
  const request = { sender: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', contract: `${D}.bank`, function: 'deposit', args: [Cl.uint(5)] };
  const simulation = await devnet.simulate(request);
  expect(simulation).toMatchObject({
    status: 'abort_by_response',
    result: { repr: '(err u401)' },
    origin: origin(),
    events: [],
    cost: { readCount: expect.any(Number) },
    call: { function: 'deposit', args: ['u5'], calls: [{ function: 'mint' }] },
  });
  expect(await connected.simulate(request)).toEqual(simulation);
  const paid = await connected.simulate({ ...request, args: [Cl.serialize(Cl.uint(6))] });
  expect(paid).toMatchObject({ status: 'success', result: { repr: '(ok true)' }, events: [{ type: 'contract_event' }] });
  const transaction = await makeContractCall({
    ...{ contractAddress: D, contractName: 'bank', functionName: 'deposit', functionArgs: [Cl.uint(1)], nonce: 99n, fee: 1_000n },
    ...{ senderKey: account(devnet, 'wallet_5').privateKey, network: devnet.network },
  });
  expect(await connected.simulate({ transaction: transaction.serialize() })).toMatchObject({
    status: 'abort_by_response',
    origin: origin(),
  });
  const nothing = { sender: D, contract: `${D}.nothing`, function: 'f' };
  expect(await devnet.simulate(nothing)).toMatchObject({ status: 'abort_by_response', reason: expect.stringContaining('NoSuchContract') });
});

test.for([
  [{}, 'sender: expected the address of an account, which is no contract, received nothing'],
  [{ sender: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token' }, 'sender: expected the address of an account'],
  [{ sender: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', contract: 'token' }, 'contract: expected ST….name, received "token"'],
  [
    { sender: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', contract: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.token' },
    'function: expected',
  ],
  [{ transaction: 'zz' }, 'transaction: expected hex digits, with or without 0x, received "zz"'],
  [{ transaction: '0x00' }, 'transaction: expected a serialized transfer, contract call or deploy, received "0x00"'],
  [{ transaction: '00', sender: 'x' }, 'sender: expected no other field beside transaction'],
] as const)('error: a simulation of %j', async ([request, message]) => {
  const wrong = request as Parameters<Devnet['simulate']>[0];
  for (const one of [devnet, connected]) {
    await expect(one.simulate(wrong)).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(message) });
  }
});

test('error: a trace of no transaction', async () => {
  await expect(devnet.stacks.trace('0x12')).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'txid' });
  await expect(connected.stacks.trace('ab'.repeat(32))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('default: the command trace prints events and calls in the order of execution', async () => {
  const inner = '(define-public (go) (begin (print u1) (if true (ok true) (err u1))))';
  await devnet.stacks.deploy({ name: 'printing-inner', source: inner, as: 'deployer' });
  const outer = '(define-public (go)\n  (begin (try! (contract-call? .printing-inner go)) (print u2) (ok true)))';
  await devnet.stacks.deploy({ name: 'printing-outer', source: outer, as: 'deployer' });
  const { txid } = await devnet.contract('printing-outer').call('go', [], { as: 'wallet_1' });
  const { stdout } = await inProcess(['trace', txid], { DEVNET_URL: String(devnet.urls.gateway) });
  expect(stdout.split('\n').slice(1)).toEqual([
    '.printing-outer go → (ok true)  printing-outer:1:1',
    '├─ .printing-inner go → (ok true)  printing-outer:2:16',
    '│  └─ event print u1  printing-inner:1:28',
    '└─ event print u2  printing-outer:2:53',
  ]);
  const remote = await connected.stacks.trace(txid);
  expect(remote.call).toMatchObject({
    events: [{ args: ['u2'], callsBefore: 1 }],
    calls: [{ events: [{ args: ['u1'], callsBefore: 0 }] }],
  });
});

test('default: the command trace prints the calls, and the origin below', async () => {
  const txid = await deposit(5, 'wallet_6');
  await devnet.stacks.waitForTx(txid);
  const env = { DEVNET_URL: String(devnet.urls.gateway) };
  const wallet = account(devnet, 'wallet_6').stx.address;
  const { status, stdout } = await inProcess(['trace', txid], env);
  expect(status).toBe(0);
  expect(stdout.split('\n').slice(1)).toEqual([
    '.bank deposit u5 → (err u401)  bank:1:1',
    `└─ .token mint u5 ${wallet} → (err u401)  bank:3:11`,
    `failed: the contract answered (err u401) from asserts! in ${D}.token:mint (line 3, column 5), ` +
      'so everything but the fee was rolled back',
    `  (asserts! (> n u5) (err u401))  ${D}.token:3:5`,
    `  in ${D}.token:mint`,
    `  in ${D}.bank:deposit`,
  ]);
  const json = await inProcess(['trace', txid, '--json'], env);
  expect(JSON.parse(json.stdout)).toEqual(JSON.parse(JSON.stringify(await devnet.stacks.trace(txid))));
  expect((await inProcess(['trace', 'ab'], env)).status).toBe(2);
  expect(await inProcess(['trace', 'ab'.repeat(32)], env)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no Stacks block has'),
  });
});
