import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ForkFailureReason } from '#dist/base/error.js';
import type { Devnet } from '#dist/network/types.js';
import { hashOfKey } from '#dist/stacks/node/clarity/fork-source/key.js';
import { bootDevnet } from '../../../devnet.js';
import { temporaryFolder } from '../../../disposable-folder.js';
import { type Fault, type ForkSourceServer, HEIGHT, OWNER, serveForkSource, TESTNET } from './fork-source-server.js';

const CONTRACT = `${OWNER[TESTNET]}.counter` as const;
const STATE = /^\/v2\/clarity\//;
const onState = (fault: Fault) => (path: string) => (STATE.test(path) ? fault : undefined);
/** How long forks wait for a silent origin. All others have the default: what an origin answers never depends on a busy machine. */
const SILENCE_MS = 3_000;

let origin: ForkSourceServer;
let devnet: Devnet;
let cache: { dir: string; enabled: boolean };
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const progress: string[] = [];
beforeEach(async () => {
  origin = await serveForkSource();
  folder = await temporaryFolder('fork');
  cache = { dir: folder.path, enabled: true };
  progress.length = 0;
});
afterEach(async () => {
  await origin[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
const startFork = (options: { timeout?: number }) =>
  bootDevnet({ fork: { url: origin.url, ...options }, cache, onProgress: (step) => progress.push(step) });
const timeoutFor = (fault: Fault) => (fault === 'silence' ? { timeout: SILENCE_MS } : {});
const read = () => devnet.contract(CONTRACT).read('get-n', []);

const faults: [what: string, fault: Fault, reason: ForkFailureReason][] = [
  ['is down', 'reset', 'UNREACHABLE'],
  ['does not answer in time', 'silence', 'TIMEOUT'],
  ['limits requests', { status: 429, headers: { 'retry-after': '0' } }, 'RATE_LIMITED'],
  ['limits requests for an hour', { status: 429, headers: { 'retry-after': '3600' } }, 'RATE_LIMITED'],
  ['fails', { status: 500, body: 'oops' }, 'SERVER_ERROR'],
  ['refuses the key', { status: 401 }, 'UNAUTHORIZED'],
  ['answers with something else than JSON', { status: 200, body: '<html></html>' }, 'BAD_ANSWER'],
  ['answers with other JSON', { status: 200, body: '{"data":5}' }, 'BAD_ANSWER'],
  ['has another server in front', { status: 404, body: '<html>Not found</html>' }, 'BAD_ANSWER'],
  ['ends the connection in the middle of an answer', 'cut', 'CUT_OFF'],
  ['sends an answer without an end', 'endless', 'BAD_ANSWER'],
  ['has dropped the state of the block', { status: 404, body: 'Chain tip not found' }, 'PRUNED'],
  ['serves no state', { status: 404, body: 'No such file or directory' }, 'NO_STATE'],
];

describe('a running fork', () => {
  beforeEach(async () => {
    devnet = await startFork({});
  });
  afterEach(() => devnet.close());

  test.each(faults)('an origin that %s fails reads with its reason, and nothing of it is kept', async (_, fault, reason) => {
    if (fault === 'silence') {
      await devnet.close();
      devnet = await startFork(timeoutFor(fault));
    }
    origin.fail(onState(fault));
    await expect(read()).rejects.toMatchObject({ code: 'ORIGIN', reason, message: expect.stringContaining(origin.url) });
    // Every read and every request that needs the origin says so.
    const answer = await fetch(`${devnet.urls.stacks}/v2/accounts/${devnet.accounts.wallet_5.stx.address}`);
    expect([answer.status, await answer.json()]).toMatchObject([502, { code: 'ORIGIN', reason }]);
    await expect(devnet.contract(CONTRACT).call('add', [1n], { as: 'wallet_5' })).rejects.toMatchObject({ code: 'ORIGIN', reason });

    origin.fail(() => undefined);
    expect(await read()).toBe(42n);
    expect(await devnet.contract(CONTRACT).call('add', [1n], { as: 'wallet_5' })).toMatchObject({ status: 'success' });
    await devnet.mine({ bitcoin: 1 });
  });

  test('an origin whose chain left the block of the fork says so', async () => {
    origin.reorganise();
    await expect(read()).rejects.toMatchObject({ code: 'ORIGIN', reason: 'REORGANISED' });
  });

  test('a value that cannot be read in a block drops the transaction, which may be sent again', async () => {
    await devnet.contract(CONTRACT).read('seen-by', [OWNER[TESTNET]]);
    const value = hashOfKey(`vm::${CONTRACT}::1::n`);
    origin.fail((path) => (path.endsWith(value) ? { status: 503 } : undefined));
    const { height } = (await devnet.status()).stacks;
    await expect(devnet.contract(CONTRACT).call('add', [1n], { as: 'wallet_1' })).rejects.toMatchObject({
      code: 'DROPPED',
      message: expect.stringMatching(/The origin of the fork, .* failed \(HTTP 503\)/),
    });
    // Other transactions go on.
    await devnet.stacks.transfer({ to: 'wallet_2', amount: 1n, as: 'wallet_3' });
    expect((await devnet.status()).stacks.height).toBeGreaterThan(height);
    origin.fail(() => undefined);
    expect(await devnet.contract(CONTRACT).call('add', [1n], { as: 'wallet_1' })).toMatchObject({ status: 'success' });
    expect(await read()).toBe(43n);
  });

  describe('a passing failure', () => {
    test.each<[string, Fault]>([
      ['of the connection', 'reset'],
      ['in the middle of an answer', 'cut'],
      ['of the server', { status: 502 }],
      ['by a rate limit', { status: 429, headers: { 'retry-after': '0' } }],
    ])('%s is repeated', async (_, fault) => {
      const failed = new Set<string>();
      origin.fail((path) => {
        if (!STATE.test(path) || failed.has(path)) return undefined;
        failed.add(path);
        return fault;
      });
      expect(await read()).toBe(42n);
      expect(failed.size).toBeGreaterThan(3);
    });
  });
});

test('a reorganised origin that still has the state of the old block can be read', async () => {
  await using other = await serveForkSource({ keepsOldBlock: true });
  await using fork = await bootDevnet({ fork: { url: other.url }, cache: { enabled: false } });
  other.reorganise();
  expect(await fork.contract(CONTRACT).read('get-n', [])).toBe(42n);
});

describe('a fork does not start', () => {
  test.each(faults.filter(([, , reason]) => reason !== 'PRUNED'))('from an origin that %s', async (_, fault, reason) => {
    await using other = await serveForkSource();
    other.fail(reason === 'NO_STATE' ? onState(fault) : () => fault);
    const started = bootDevnet({ fork: { url: other.url, ...timeoutFor(fault) }, cache });
    await expect(started).rejects.toMatchObject({ code: 'ORIGIN', reason, message: expect.stringContaining(other.url) });
  });

  test('from an address without a server', async () => {
    const other = await serveForkSource();
    await other[Symbol.asyncDispose]();
    await expect(bootDevnet({ fork: { url: other.url }, cache })).rejects.toMatchObject({ code: 'ORIGIN', reason: 'UNREACHABLE' });
  });

  test('above the tip', async () => {
    const started = bootDevnet({ fork: { url: origin.url, height: HEIGHT + 1 }, cache });
    await expect(started).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'fork.height' });
  });

  test('offline without anything in the cache', async () => {
    const started = bootDevnet({ fork: { url: 'http://127.0.0.1:1', offline: true }, cache });
    await expect(started).rejects.toMatchObject({ code: 'ORIGIN', reason: 'OFFLINE' });
  });
});

test('the key of the origin is sent with each request', async () => {
  await using fork = await bootDevnet({ fork: { url: origin.url, apiKey: 'secret-key' }, cache: { enabled: false } });
  await fork.contract(CONTRACT).read('get-n', []);
  expect(origin.headers()).toMatchObject({ 'x-api-key': 'secret-key' });
});
