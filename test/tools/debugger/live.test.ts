import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { broadcastTransaction, Cl, fetchCallReadOnlyFunction, makeContractCall, makeSTXTokenTransfer } from '@stacks/transactions';
import { execa } from 'execa';
import { startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { encodeMessage, MessageReader } from '#dist/tools/debugger/messages.js';
import { testCache } from '../../cache.js';
import { account } from '../../devnet.js';
import { heavyContract } from '../../stacks/node/heavy.js';
import { DapClient } from './dap-client.js';

const TRAIT = `(define-trait token
  ((move (uint principal) (response uint uint))))
`;
const GOLD = `(define-fungible-token gold)
(define-map moved principal uint)
(define-data-var total uint u0)
(define-constant ERR_LIMIT (err u401))
(define-public (move (amount uint) (to principal))
  (let ((before (default-to u0 (map-get? moved to)))
        (after (+ before amount)))
    (asserts! (<= amount u100) ERR_LIMIT)
    (try! (ft-mint? gold amount to))
    (map-set moved to after)
    (var-set total (+ (var-get total) amount))
    (ok after)))
`;
const SILVER = `(define-public (move (amount uint) (to principal))
  (ok (* amount u2)))
`;
const VAULT = `(use-trait token .token-trait.token)
(define-data-var last { who: principal, n: uint } { who: tx-sender, n: u0 })
(define-private (pay (coin <token>) (n uint))
  (contract-call? coin move n tx-sender))
(define-public (deposit (a <token>) (b <token>) (n uint))
  (let ((first (try! (pay a n)))
        (second (try! (pay b (+ n u1)))))
    (var-set last { who: tx-sender, n: n })
    (ok (+ first second))))
(define-read-only (twice (n uint))
  (* n u2))
`;
const CLI = fileURLToPath(new URL('../../../bundle/cli.js', import.meta.url));
const files = { 'token-trait': TRAIT, gold: GOLD, silver: SILVER, vault: VAULT };

let devnet: Devnet;
let root: string;
let D: string;
const nonces = new Map<string, bigint>();

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'debugged-'));
  mkdirSync(join(root, 'contracts'));
  mkdirSync(join(root, 'settings'));
  const names = ['deployer', ...[1, 2, 3, 4, 5, 6, 7].map((number) => `wallet_${number}`)];
  const accounts = names.map((name, at) => {
    const mnemonic = entropyToMnemonic(new Uint8Array(16).fill(at + 1), wordlist);
    return `[accounts.${name}]\nmnemonic = "${mnemonic}"\nbalance = 100_000_000_000_000\n`;
  });
  writeFileSync(join(root, 'settings', 'Devnet.toml'), `[network]\nname = "devnet"\n\n${accounts.join('\n')}`);
  for (const [name, source] of Object.entries(files)) writeFileSync(file(name), source);
  const tables = Object.keys(files).map(
    (name) => `[contracts.${name}]\npath = "contracts/${name}.clar"\nclarity_version = 3\nepoch = "3.0"\n`,
  );
  writeFileSync(join(root, 'Clarinet.toml'), `[project]\nname = "debugged"\n\n${tables.join('\n')}`);
  devnet = await startDevnet({ cache: testCache, project: root, dap: 0, ports: { gateway: 0, stacks: 0, bitcoin: 0 } });
  D = account(devnet, 'deployer').stx.address;
});
afterAll(async () => {
  await devnet?.close();
  rmSync(root, { recursive: true });
});

function file(name: string): string {
  return join(root, 'contracts', `${name}.clar`);
}

const token = (name: string) => Cl.contractPrincipal(D, name);

async function deposit(n: number, name = 'wallet_1', b = 'silver'): Promise<string> {
  const nonce = nonces.get(name) ?? 0n;
  nonces.set(name, nonce + 1n);
  const { network } = devnet;
  const call = { contractAddress: D, contractName: 'vault', functionName: 'deposit', functionArgs: [token('gold'), token(b), Cl.uint(n)] };
  const transaction = await makeContractCall({ ...call, senderKey: account(devnet, name).privateKey, nonce, fee: 10_000n, network });
  const { txid } = await broadcastTransaction({ transaction, network });
  return `0x${txid}`;
}

const lines = (client: DapClient, name: string, breakpoints: object[]) =>
  client.ask('setBreakpoints', { source: { path: file(name) }, breakpoints });

async function opened(url = devnet.urls.dap): Promise<DapClient & AsyncDisposable> {
  const client = await DapClient.connect(url);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

async function attached(configure: (client: DapClient) => Promise<unknown>): Promise<DapClient & AsyncDisposable> {
  const client = await opened();
  await client.start({}, () => configure(client));
  return client;
}

describe('a transaction that arrives by HTTP', () => {
  test('stops at a line of a file, and is stepped through contracts, with what each function sees', async () => {
    await using client = await attached(async (one) => {
      const { breakpoints } = await lines(one, 'vault', [{ line: 5 }]);
      expect(breakpoints).toMatchObject([{ verified: true, line: 6 }]);
    });
    const txid = await deposit(5);
    const { threadId, reason } = await client.event('stopped');
    expect(reason).toBe('breakpoint');
    expect(await client.stack(threadId)).toEqual(['vault.deposit:6']);
    const { stackFrames } = await client.ask('stackTrace', { threadId });
    expect(stackFrames[0]?.source).toEqual({ name: 'vault.clar', path: file('vault') });
    expect((await client.ask('threads')).threads).toEqual([{ id: threadId, name: expect.stringContaining('vault.deposit') }]);

    // In: through the private function and the trait into another contract.
    expect((await client.step('stepIn', threadId)).place).toBe('vault.pay:4');
    expect((await client.step('stepIn', threadId)).place).toBe('gold.move:6');
    expect(await client.stack(threadId)).toEqual(['gold.move:6', 'vault.pay:4', 'vault.deposit:6']);
    // Over.
    expect((await client.step('next', threadId)).place).toBe('gold.move:7');
    expect((await client.step('next', threadId)).place).toBe('gold.move:8');
    const wallet = account(devnet, 'wallet_1').stx.address;
    const frame = await client.frame(threadId);
    expect(await client.scope(frame, 'Arguments')).toEqual({ amount: 'u5', to: wallet });
    expect(await client.scope(frame, 'Bindings')).toEqual({ before: 'u0', after: 'u5' });
    expect(await client.scope(frame, 'Context')).toMatchObject({
      'tx-sender': wallet,
      'contract-caller': `${D}.vault`,
      'current-contract': `${D}.gold`,
    });
    expect(await client.scope(frame, 'Data variables')).toEqual({ total: 'u0' });
    expect(await client.scope(frame, 'Constants')).toEqual({ ERR_LIMIT: '(err u401)' });
    expect(await client.scope(frame, 'Balances')).toMatchObject({
      [`${wallet} gold`]: 'u0',
      [`${wallet} STX`]: expect.stringMatching(/^u\d+$/),
    });
    expect(await client.scope(await client.frame(threadId, 2), 'Arguments')).toMatchObject({ n: 'u5' });

    // Over the writes, and back.
    for (const line of [9, 10, 11, 12]) expect((await client.step('next', threadId)).place).toBe(`gold.move:${line}`);
    const later = await client.frame(threadId);
    expect(await client.evaluate('(map-get? moved to)', later)).toBe('(some u5)');
    expect(await client.evaluate('(ft-get-balance gold tx-sender)', later)).toBe('u5');
    expect(await client.scope(later, 'Data variables')).toEqual({ total: 'u5' });
    expect((await client.step('stepBack', threadId)).place).toBe('gold.move:11');
    expect(await client.scope(await client.frame(threadId), 'Data variables')).toEqual({ total: 'u0' });

    // Out: each shows what was returned.
    expect(await client.step('stepOut', threadId)).toMatchObject({ place: 'vault.pay:4', text: 'returned (ok u5)' });
    expect(await client.scope(await client.frame(threadId), 'Result')).toEqual({ result: 'returned (ok u5)' });
    expect(await client.step('stepOut', threadId)).toMatchObject({ place: 'vault.deposit:6', text: 'returned (ok u5)' });
    expect((await client.step('next', threadId)).place).toBe('vault.deposit:7');
    expect((await client.step('next', threadId)).place).toBe('vault.deposit:8');
    expect(await client.scope(await client.frame(threadId), 'Bindings')).toEqual({ first: 'u5', second: 'u12' });
    expect((await client.step('reverseContinue', threadId)).place).toBe('vault.deposit:6');
    await client.ask('continue', { threadId });
    expect(await client.event('thread')).toMatchObject({ reason: 'started' });
    expect(await client.event('thread')).toMatchObject({ reason: 'exited', threadId });
    const { status, result } = await devnet.stacks.waitForTx(txid);
    expect({ status, repr: result.repr }).toEqual({ status: 'success', repr: '(ok u17)' });
  });

  test('waits while the network answers 200 requests and mines the transactions of others', async () => {
    await using client = await attached((one) => one.ask('setFunctionBreakpoints', { breakpoints: [{ name: 'gold.move' }] }));
    const txid = await deposit(7, 'wallet_2');
    const { threadId, reason } = await client.event('stopped');
    expect(reason).toBe('function breakpoint');
    const gateway = String(devnet.urls.gateway);
    const paths = ['/v2/info', '/devnet/v1/status', `/extended/v1/tx/${txid}`, `/v2/accounts/${D}?proof=0`];
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => (await fetch(`${gateway}${paths[at % paths.length]}`)).status),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    const { network } = devnet;
    const transfer = { recipient: D, amount: 1n, senderKey: account(devnet, 'wallet_3').privateKey, fee: 300n, nonce: 0n, network };
    const sent = await broadcastTransaction({ transaction: await makeSTXTokenTransfer(transfer), network });
    nonces.set('wallet_3', 1n);
    expect((await devnet.stacks.waitForTx(`0x${sent.txid}`)).status).toBe('success');
    await devnet.mine({ stacks: 1 });
    await devnet.mine({ bitcoin: 1 });
    expect(await (await fetch(`${gateway}/extended/v1/tx/${txid}`)).json()).toMatchObject({ tx_status: 'pending' });
    await client.ask('continue', { threadId });
    expect((await devnet.stacks.waitForTx(txid)).status).toBe('success');
  });

  test('stops where a condition is true, and says why one cannot be evaluated', async () => {
    await using client = await attached((one) =>
      lines(one, 'gold', [
        { line: 8, condition: '(> amount u10)' },
        { line: 12, condition: '(+ amount' },
      ]),
    );
    const small = await deposit(3);
    const stopped = await client.event('stopped');
    expect(stopped).toMatchObject({ reason: 'breakpoint', text: expect.stringContaining('The condition (+ amount failed') });
    await client.ask('continue', { threadId: stopped.threadId });
    await devnet.stacks.waitForTx(small);
    await lines(client, 'gold', [{ line: 8, condition: '(> amount u10)' }]);
    expect((await devnet.stacks.waitForTx(await deposit(4))).status).toBe('success');
    const large = await deposit(11);
    const { threadId } = await client.event('stopped');
    expect(await client.evaluate('amount', await client.frame(threadId))).toBe('u11');
    await client.ask('disconnect');
    expect((await devnet.stacks.waitForTx(large)).status).toBe('success');
  });

  test('stops where it fails, and at each error if the client wants that', async () => {
    await using client = await attached((one) => one.ask('setExceptionBreakpoints', { filters: ['failures'] }));
    const txid = await deposit(500);
    const stopped = await client.event('stopped');
    expect(stopped).toMatchObject({ reason: 'exception', text: expect.stringContaining('(err u401)') });
    const { threadId } = stopped;
    expect(await client.stack(threadId)).toEqual(['gold.move:8', 'vault.pay:4', 'vault.deposit:6']);
    expect(await client.evaluate('(<= amount u100)', await client.frame(threadId))).toBe('false');
    expect(await client.ask('exceptionInfo', { threadId })).toMatchObject({ description: expect.stringContaining('(err u401)') });
    await client.ask('continue', { threadId });
    expect((await devnet.stacks.waitForTx(txid)).status).toBe('abort_by_response');

    await client.ask('setExceptionBreakpoints', { filters: ['errors'] });
    const again = await deposit(501);
    const error = await client.event('stopped');
    expect(error).toMatchObject({ reason: 'exception', text: '(err u401)' });
    expect((await client.stack(error.threadId))[0]).toBe('gold.move:8');
    await client.ask('continue', { threadId: error.threadId });
    expect((await devnet.stacks.waitForTx(again)).status).toBe('abort_by_response');
  });

  test('steps by expression, evaluates what only a frame has, and leaves the state as it is', async () => {
    await using client = await attached((one) => lines(one, 'vault', [{ line: 4 }]));
    const txid = await deposit(9, 'wallet_4');
    const { threadId } = await client.event('stopped');
    const frame = await client.frame(threadId);
    expect(await client.evaluate('(var-get last)', frame)).toContain('(tuple (n ');
    expect(await client.evaluate('(contract-call? coin move n tx-sender)', frame)).toBe('(ok u9)');
    expect(await client.evaluate('(let ((m (+ n u1))) (* m m))', frame)).toBe('u100');
    await expect(client.evaluate('(unknown n)', frame)).rejects.toThrow('unknown');
    await expect(client.evaluate('(* n', frame)).rejects.toThrow();
    await expect(client.evaluate('(unwrap-panic (map-get? nothing n))', frame)).rejects.toThrow();
    const { variablesReference } = await client.ask('evaluate', { expression: '(var-get last)', frameId: frame });
    const { variables } = await client.ask('variables', { variablesReference });
    expect(variables.map(({ name, type }) => [name, type])).toEqual([
      ['n', 'uint'],
      ['who', 'principal'],
    ]);
    const places: string[] = [];
    for (let at = 0; at < 3; at++) {
      await client.step('stepIn', threadId, { granularity: 'instruction' });
      const { stackFrames } = await client.ask('stackTrace', { threadId });
      places.push(`${stackFrames[0]?.line}:${stackFrames[0]?.column}`);
    }
    expect(places).toEqual(['4:29', '4:31', '6:3']);
    await expect(client.ask('evaluate', { expression: 'n', frameId: frame })).rejects.toThrow('went on');
    await expect(client.ask('pause', { threadId })).rejects.toThrow('breakpoints');
    await lines(client, 'vault', []);
    await client.ask('continue', { threadId });
    expect((await devnet.stacks.waitForTx(txid)).result.repr).toBe('(ok u29)');
  });

  test('steps to its end, and back from there; the next step lets it go on', async () => {
    await using client = await attached((one) => lines(one, 'vault', [{ line: 8 }]));
    const txid = await deposit(1, 'wallet_5');
    const { threadId } = await client.event('stopped');
    expect((await client.step('next', threadId)).place).toBe('vault.deposit:9');
    expect(await client.step('next', threadId)).toMatchObject({ text: '(ok u5)', reason: 'step' });
    expect((await client.step('stepBack', threadId)).place).toBe('vault.deposit:9');
    await client.step('stepOut', threadId);
    await client.ask('next', { threadId });
    expect((await devnet.stacks.waitForTx(txid)).result.repr).toBe('(ok u5)');
  });
});

test('a read-only call and a simulation wait for their answers', async () => {
  await using client = await attached((one) => lines(one, 'vault', [{ line: 11 }, { line: 4 }]));
  const { network } = devnet;
  const reading = fetchCallReadOnlyFunction({
    contractAddress: D,
    contractName: 'vault',
    functionName: 'twice',
    functionArgs: [Cl.uint(21)],
    senderAddress: D,
    network,
  });
  const read = await client.event('stopped');
  expect(await client.evaluate('(* n u10)', await client.frame(read.threadId))).toBe('u210');
  const simulating = devnet.simulate({
    sender: account(devnet, 'wallet_6').stx.address,
    contract: `${D}.vault`,
    function: 'deposit',
    args: [token('silver'), token('silver'), Cl.uint(3)],
  });
  const simulated = await client.event('stopped');
  expect(await client.stack(simulated.threadId)).toEqual(['vault.pay:4', 'vault.deposit:6']);
  expect((await client.ask('threads')).threads.map(({ name }) => name)).toEqual([
    'read-only call of vault.twice',
    'simulation vault.deposit',
  ]);
  await devnet.mine({ stacks: 1 });
  await client.ask('continue', { threadId: read.threadId });
  expect(await reading).toEqual(Cl.uint(42));
  await client.ask('continue', { threadId: simulated.threadId });
  await client.event('stopped');
  await client.ask('disconnect');
  expect((await simulating).result.repr).toBe('(ok u14)');
});

test('a simulation of several steps stops at each transaction, in the state that the steps before made', async () => {
  await using client = await attached((one) => lines(one, 'gold', [{ line: 12 }]));
  const sender = account(devnet, 'wallet_6').stx.address;
  const call = (n: number) =>
    ({ type: 'call', sender, contract: `${D}.gold`, function: 'move', args: [Cl.uint(n), Cl.principal(D)] }) as const;
  const before = await devnet.contract(`${D}.gold`).variable('total');
  const simulating = devnet.simulate({
    steps: [
      call(20),
      call(500),
      { type: 'mine', bitcoin: 1 },
      call(30),
      { type: 'evaluate', contract: `${D}.gold`, expression: '(var-get total)' },
    ],
  });
  const first = await client.event('stopped');
  expect(await client.stack(first.threadId)).toEqual(['gold.move:12']);
  expect(await client.evaluate('(map-get? moved to)', await client.frame(first.threadId))).toBe('(some u20)');
  // Blocks are made meanwhile.
  await devnet.mine({ stacks: 1 });
  await client.ask('continue', { threadId: first.threadId });
  const second = await client.event('stopped');
  const frame = await client.frame(second.threadId);
  expect(await client.evaluate('(map-get? moved to)', frame)).toBe('(some u50)');
  expect(await client.scope(frame, 'Bindings')).toEqual({ before: 'u20', after: 'u50' });
  expect((await client.step('stepBack', second.threadId)).place).toBe('gold.move:11');
  await client.ask('continue', { threadId: second.threadId });
  await client.event('stopped');
  await client.ask('continue', { threadId: second.threadId });
  const { steps } = await simulating;
  expect(steps.map(({ type, ...step }) => ('status' in step ? `${type} ${step.status}` : type))).toEqual([
    'call success',
    'call abort_by_response',
    'mine',
    'call success',
    'evaluate success',
  ]);
  expect(await devnet.contract(`${D}.gold`).variable('total')).toEqual(before);
});

test('an execution that takes long is stopped, stepped back and opened in a thread, while the network answers', async () => {
  const name = 'long';
  const source = `${heavyContract(12, 4)}
(define-public (count)
  (begin
    (is-ok (burn))
    (print "burnt")
    (ok u7)))`;
  await devnet.stacks.deploy({ name, source, as: 'deployer' });
  const [print, last] = ['(print', '(ok u7)'].map((text) => source.split('\n').findIndex((row) => row.includes(text)) + 1);
  const contract = `${D}.${name}`;
  const workers: Worker[] = [];
  const onWorker = (worker: Worker) => void workers.push(worker);
  process.on('worker', onWorker);
  await using client = await attached((one) => one.ask('setBreakpoints', { source: { path: contract }, breakpoints: [{ line: last }] }));
  const calling = devnet.contract(contract).call('count', [], { as: 'deployer' });
  const { threadId } = await client.event('stopped');
  process.off('worker', onWorker);
  expect(workers.length).toBeGreaterThan(0);
  expect(await client.stack(threadId)).toEqual([`long.count:${last}`]);
  expect((await client.step('stepBack', threadId)).place).toBe(`long.count:${print}`);
  expect((await devnet.status()).stacks.height).toBeGreaterThan(0);
  await client.ask('continue', { threadId });
  const stopped = await client.event('stopped');
  expect(await client.stack(stopped.threadId)).toEqual([`long.count:${last}`]);
  await client.ask('continue', { threadId: stopped.threadId });
  expect(await calling).toMatchObject({ status: 'success', result: { repr: '(ok u7)' } });
});

describe('a deploy', () => {
  test('stops at the expression of its top level that fails, and is in no block meanwhile', async () => {
    const contract = `${D}.arriving`;
    await using client = await attached((one) => one.ask('setExceptionBreakpoints', { filters: ['failures'] }));
    const source = '(define-constant BASE u3)\n(define-data-var limit uint (unwrap-panic (if (> BASE u2) none (some u1))))\n';
    const deploying = devnet.stacks.deploy({ name: 'arriving', source, as: 'deployer' });
    const { threadId, reason } = await client.event('stopped');
    expect(reason).toBe('exception');
    const { stackFrames } = await client.ask('stackTrace', { threadId });
    expect(stackFrames).toMatchObject([{ line: 2, source: { name: `${contract}.clar` } }]);
    expect(await client.evaluate('BASE', await client.frame(threadId))).toBe('u3');
    expect((await client.ask('threads')).threads).toEqual([{ id: threadId, name: expect.stringContaining('deploys arriving') }]);
    await devnet.mine({ stacks: 1 });
    await client.ask('continue', { threadId });
    expect(await deploying).toMatchObject({ status: 'abort_by_response', origin: { contract, line: 2 } });
  });

  test('stops at a breakpoint of a contract that is not deployed yet', async () => {
    const contract = `${D}.upcoming`;
    await using client = await attached((one) => one.ask('setBreakpoints', { source: { path: contract }, breakpoints: [{ line: 2 }] }));
    const source = '(define-constant BASE u3)\n(define-data-var limit uint (* BASE u2))\n(print (var-get limit))\n';
    const deploying = devnet.stacks.deploy({ name: 'upcoming', source, as: 'deployer' });
    const { threadId } = await client.event('stopped');
    const { stackFrames } = await client.ask('stackTrace', { threadId });
    expect(stackFrames).toMatchObject([{ line: 2 }]);
    expect(await client.evaluate('(* BASE u2)', await client.frame(threadId))).toBe('u6');
    await client.ask('continue', { threadId });
    expect((await deploying).contract).toBe(contract);
  });
});

describe('a transaction of the chain', () => {
  test('is opened at its beginning, and goes forwards and backwards', async () => {
    const txid = await deposit(6, 'wallet_7');
    await devnet.stacks.waitForTx(txid);
    await using client = await opened();
    await client.start({ transaction: txid }, () => lines(client, 'gold', [{ line: 8 }]));
    const { threadId, reason } = await client.event('stopped');
    expect(reason).toBe('entry');
    expect(await client.stack(threadId)).toEqual(['vault.deposit:6']);
    expect((await client.step('continue', threadId)).place).toBe('gold.move:8');
    const wallet = account(devnet, 'wallet_7').stx.address;
    const frame = await client.frame(threadId);
    expect(await client.scope(frame, 'Bindings')).toEqual({ before: 'u0', after: 'u6' });
    expect(await client.evaluate(`(map-get? moved '${wallet})`, frame)).toBe('none');
    expect(await client.step('continue', threadId)).toMatchObject({ text: '(ok u20)' });
    expect((await client.step('reverseContinue', threadId)).place).toBe('gold.move:8');
    expect((await client.step('stepBack', threadId)).place).toBe('gold.move:7');
    await lines(client, 'gold', []);
    await client.step('continue', threadId);
    const places: string[] = [];
    for (let at = 0; at < 5; at++) places.push((await client.step('stepBack', threadId)).place);
    expect(places).toEqual(['vault.deposit:9', 'vault.deposit:8', 'vault.deposit:7', 'vault.deposit:6', 'vault.deposit:6']);
    await client.step('continue', threadId);
    await client.ask('continue', { threadId });
    await client.event('terminated');
  });

  test('of a deploy goes from definition to definition', async () => {
    const source =
      '(define-constant BASE (* u3 u7))\n(define-data-var limit uint (+ BASE u1))\n' +
      '(define-public (read-limit) (ok (var-get limit)))\n(print BASE)\n';
    const { txid, contract } = await devnet.stacks.deploy({ name: 'opened', source, as: 'deployer' });
    await using client = await opened();
    await client.start({ transaction: txid });
    const { threadId, reason } = await client.event('stopped');
    expect(reason).toBe('entry');
    const { stackFrames } = await client.ask('stackTrace', { threadId });
    expect(stackFrames).toMatchObject([{ line: 1, source: { name: `${contract}.clar` } }]);
    const at: number[] = [];
    for (let step = 0; step < 2; step++) {
      await client.step('next', threadId);
      at.push((await client.ask('stackTrace', { threadId })).stackFrames[0]?.line ?? 0);
    }
    expect(at).toEqual([2, 4]);
    const frame = await client.frame(threadId);
    expect(await client.evaluate('(+ BASE u1)', frame)).toBe('u22');
    expect(await client.scope(frame, 'Constants')).toEqual({ BASE: 'u21' });
    expect(await client.scope(frame, 'Data variables')).toEqual({ limit: 'u22' });
  });

  test('that the chain does not have is reported', async () => {
    await using client = await opened();
    await client.start({ transaction: `0x${'ab'.repeat(32)}` });
    expect((await client.event('output')).output).toContain('No transaction of the chain');
    await client.event('terminated');
  });
});

test('the command line steps through a mined transaction, and is an adapter on standard input', async () => {
  const txid = await deposit(8, 'wallet_6');
  await devnet.stacks.waitForTx(txid);
  const env = { ...process.env, DEVNET_URL: devnet.urls.gateway };
  const typed = [
    's',
    's',
    'p (+ amount u1)',
    `break ${file('gold')}:12`,
    'c',
    'w',
    'b',
    'p (* amount',
    'constructor',
    'break vault:4',
    'break safe:1',
    'q',
  ];
  const { stdout } = await execa('node', [CLI, 'debug', txid], { env, input: typed.map((line) => `${line}\n`).join('') });
  expect(stdout).toContain('vault.deposit:6    (let ((first (try! (pay a n)))');
  expect(stdout).toContain('gold.move:6    (let ((before (default-to u0 (map-get? moved to)))');
  expect(stdout).toContain('\nu9\n');
  expect(stdout).toContain(`stops at line 12 of ${file('gold')}`);
  expect(stdout).toContain('stops at line 4 of vault');
  expect(stdout).toContain('No contract of the network has this file or name.');
  expect(stdout).toContain('gold.move:12\nvault.pay:4\nvault.deposit:6');
  const adapter = execa('node', [CLI, 'debug', txid, '--stdio'], { env, encoding: 'buffer' });
  for (const command of ['initialize', 'launch', 'configurationDone', 'disconnect'])
    adapter.stdin.write(encodeMessage({ seq: 1, type: 'request', command, arguments: {} }));
  const said = new MessageReader().push((await adapter).stdout);
  expect(said.flatMap((message) => (message.type === 'event' ? [message.event] : []))).toEqual(['initialized', 'thread', 'stopped']);
  const wrong = await execa('node', [CLI, 'debug', txid, '--stdio'], { env, reject: false, input: 'GET / HTTP/1.1\r\n\r\n' });
  expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^error: standard input: Expected a message of the Debug/) });
  const failed = await execa('node', [CLI, 'debug', '0x12'], { env, reject: false });
  expect(failed.stderr).toContain('txid: expected 64 hex digits');
});

test('contracts without a file have a source reference, and breakpoints by the name of the contract', async () => {
  const deployed = await devnet.stacks.deploy({
    name: 'loose',
    source: '(define-public (run (n uint))\n  (ok (+ n u1)))\n',
    as: 'deployer',
  });
  const contract = deployed.contract ?? `${D}.loose`;
  await using client = await attached((one) => one.ask('setBreakpoints', { source: { path: contract }, breakpoints: [{ line: 1 }] }));
  const { sources } = await client.ask('loadedSources');
  const source = sources.find(({ name }) => name === `${contract}.clar`);
  expect((await client.ask('source', { sourceReference: source?.sourceReference })).content).toContain('(ok (+ n u1))');
  const simulating = devnet.simulate({ sender: D, contract, function: 'run', args: [Cl.uint(1)] });
  const { threadId } = await client.event('stopped');
  const { stackFrames } = await client.ask('stackTrace', { threadId });
  expect(stackFrames).toMatchObject([{ line: 2, source }]);
  const { breakpoints } = await client.ask('setBreakpoints', { source, breakpoints: [{ line: 2 }] });
  expect(breakpoints).toMatchObject([{ verified: true, line: 2 }]);
  await client.ask('continue', { threadId });
  expect((await simulating).result.repr).toBe('(ok u2)');
});

test('a second client cannot attach, and a client that speaks HTTP is cut off', async () => {
  await using _first = await attached(async () => undefined);
  const second = await DapClient.connect(devnet.urls.dap);
  await second.start();
  expect((await second.event('output')).output).toContain('Another debugger');
  await second.close();
  const url = String(devnet.urls.dap).replace('tcp:', 'http:');
  await expect(fetch(url, { method: 'POST', body: '{"type":"request","command":"attach"}' })).rejects.toThrow();
});

test('other engines refuse the setting with the reason', async () => {
  await expect(startDevnet({ engine: 'native', dap: 0 })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringContaining('dap: '),
  });
});
