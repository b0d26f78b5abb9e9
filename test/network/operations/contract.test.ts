import { clarity, connectDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DevnetErrorCode } from '#dist/base/error.js';
import { STATUS } from '#dist/base/http-error.js';
import { isRecord } from '#dist/base/json.js';
import { clarityText, parseValueHex } from '#dist/clarity/values.js';
import { callOperation } from '#dist/gateway/mcp/operations.js';
import { isCallable } from '#dist/network/operations/arguments.js';
import { type AnyCodec, encodeFields, type Fields, write } from '#dist/network/operations/codec.js';
import { commandFields } from '#dist/network/operations/command-fields.js';
import type { AnyOperation } from '#dist/network/operations/operation.js';
import { requestOf } from '#dist/network/operations/request.js';
import { named, rows } from '#dist/network/operations/table.js';
import type { Devnet, OperableDevnet } from '#dist/network/types.js';
import { inProcess } from '../../cli/in-process.js';
import { bootDevnet } from '../../devnet.js';
import { FULL_LENGTH } from '../../full-length.js';
import { cases, type OperationCase } from './cases.js';
import { asJson, type Door, functionIn, inCode, overHttp, steady } from './doors.js';

/**
 * Every operation on every door: in the process of the network, over a connection, as a plain request, on the command line and by agents.
 * All have to give the same answer from the same state.
 */
let devnet: Devnet;
let connected: Devnet;
let clean: string;

beforeAll(async () => {
  devnet = await bootDevnet({ gateway: true, electrum: false });
  connected = await connectDevnet(devnet.urls.gateway);
  clean = await devnet.snapshot('clean');
});
afterAll(async () => {
  await connected?.close();
  await devnet?.close();
});

const onCommandLine: Door = async (row, _name, values) => {
  const cli = row.cli as NonNullable<AnyOperation['cli']>;
  const { args, flags } = commandFields(row, cli);
  const text = (field: string): string => {
    const json = write((row.input as Fields)[field] as AnyCodec, values[field] as never);
    if (isRecord(json)) return clarityText(parseValueHex(String(json['hex'])) as never);
    return Array.isArray(json) ? json.join(',') : String(json);
  };
  const words = [...cli.command.split(' '), ...args.filter(([field]) => values[field] !== undefined).map(([field]) => text(field))];
  for (const [flag, field] of flags.filter(([, name]) => values[name] !== undefined)) {
    words.push(...(values[field] === true ? [`--${flag}`] : [`--${flag}`, text(field)]));
  }
  const { status, stdout, stderr } = await inProcess([...words, '--json', '--url', devnet.urls.gateway ?? ''], { ...process.env });
  expect({ status, stderr }, words.join(' ')).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
};

/** An agent writes JSON, in which a whole body is an object of its own. */
const byAgents: Door = async (row, name, values) => {
  const written = encodeFields(row.input, values);
  const { body } = row.http ?? {};
  return asJson(await callOperation(connected as OperableDevnet, name, (body === undefined ? written : written[body]) as object));
};

/** The doors that an operation has. */
function doorsOf(row: AnyOperation): [name: string, call: Door][] {
  const isInCode = row.inCode === undefined;
  return [
    ...(isInCode
      ? ([
          ['code', inCode(() => devnet)],
          ['connection', inCode(() => connected)],
        ] as [string, Door][])
      : []),
    ...(row.http?.shared ? [] : ([['HTTP', overHttp(() => devnet)]] as [string, Door][])),
    ...(row.cli === undefined || row.cli.byHand ? [] : ([['command', onCommandLine]] as [string, Door][])),
    ...(isCallable(row) ? ([['agents', byAgents]] as [string, Door][]) : []),
  ];
}

test('every operation has a case, and every case an operation', () => {
  const names = rows.filter(([, row]) => row.http !== undefined && row.output?.media !== 'text/event-stream').map(([name]) => name);
  expect(Object.keys(cases).sort()).toEqual([...names].sort());
});

test.each(rows)('%s is in code by its name, unless the row says how it is', (name, { inCode: instead }) => {
  for (const network of [devnet, connected]) expect(functionIn(network, name) === undefined).toBe(instead !== undefined);
});

const allCases: [name: string, operationCase: OperationCase][] = Object.entries(cases);

test.each(allCases.filter(([, { fails }]) => fails !== undefined))('%s fails the same on every door', async (name, operationCase) => {
  const row = named(name);
  const input = (await operationCase.prepare?.(devnet)) ?? {};
  for (const of of row.inCode === undefined ? [() => devnet, () => connected] : []) {
    const error = await inCode(of)(row, name, input).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: operationCase.fails });
  }
  const { method, path, body } = requestOf(row, input);
  const headers = { 'content-type': 'application/json' };
  const request = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(`${devnet.urls.gateway}/devnet/v1${path}`, request);
  expect(await response.json()).toMatchObject({ code: operationCase.fails });
  expect(response.status).toBe(STATUS[operationCase.fails as DevnetErrorCode]);
  if (isCallable(row)) await expect(byAgents(row, name, input)).rejects.toMatchObject({ code: operationCase.fails });
});

test.each(allCases.filter(([, { fails }]) => fails === undefined))('%s answers the same on every door', async (name, operationCase) => {
  const row = named(name);
  const answers: Record<string, unknown> = {};
  for (const [door, call] of doorsOf(row)) {
    await devnet.chaos.clear();
    await devnet.restore(clean);
    const input = (await operationCase.prepare?.(devnet)) ?? {};
    const answer = await call(row, name, input);
    answers[door] = steady(answer);
    await operationCase.effect?.(devnet, input);
    // Before the bridge continues, so that it finds nothing to do.
    await devnet.restore(clean);
    await operationCase.after?.(devnet);
  }
  const { HTTP, command, agents, ...code } = answers;
  // What code returns may be a part of the answer.
  const inProcessAnswer = code['code'];
  if (inProcessAnswer !== undefined) expect(code['connection'], 'over a connection').toEqual(inProcessAnswer);
  if (inProcessAnswer !== undefined && HTTP !== undefined && row.value === undefined && row.http?.answers === undefined) {
    expect(HTTP, 'over HTTP').toEqual(inProcessAnswer);
  }
  if (command !== undefined && HTTP !== undefined && HTTP !== null) expect(command, 'on the command line').toEqual(HTTP);
  // A conversation says that it is done where HTTP has no body. One that only asks the route of another row has no request of its own.
  const expected = HTTP === null ? { done: row.summary } : (HTTP ?? inProcessAnswer ?? { done: row.summary });
  if (agents !== undefined) expect(agents, 'by agents').toEqual(operationCase.forAgents?.(expected as never) ?? expected);
  expect(Object.keys(answers).length).toBeGreaterThan(0);
});

describe('what takes too long, and what the caller ends', () => {
  const doors: [name: string, of: () => Devnet][] = [
    ['in the process', () => devnet],
    ['over a connection', () => connected],
  ];
  let to: { stx: string; btc: string };
  beforeAll(async () => {
    await devnet.restore(clean);
    await devnet.setMining({ bitcoin: 'manual', stacks: 'manual' });
    const { stx, btc } = devnet.accounts.wallet_2;
    to = { stx: stx.address, btc: btc.address };
  });
  afterAll(() => devnet.setMining({ bitcoin: 'auto', stacks: 'auto' }));
  const rejected = (call: Promise<unknown>): Promise<Error & Record<string, unknown>> =>
    call.then(
      (value) => Promise.reject(new Error(`it resolved with ${JSON.stringify(value)}`)),
      (error) => error,
    );

  test.each(doors)(
    'error: %s, a payment without a block is TIMEOUT with the payment, and a wait for it names what was seen',
    async (_name, of) => {
      for (const [coin, address] of [
        ['stx', to.stx],
        ['btc', to.btc],
      ] as const) {
        const error = await rejected(of().faucet[coin](address, { timeoutMs: 500 }));
        expect(error).toMatchObject({ code: 'TIMEOUT', payment: { txId: expect.stringMatching(/^(?:0x)?[0-9a-f]{64}$/) } });
        expect(error.message).toMatch(/after 500 ms \(timeoutMs\); last seen: in the mempool/);
        const { txId } = error['payment'] as { txId: string };
        const chain = coin === 'stx' ? of().stacks : of().bitcoin;
        const late = await rejected(chain.waitForTx(txId, { timeoutMs: 40 }));
        expect(late).toMatchObject({ code: 'TIMEOUT', lastSeen: expect.stringMatching(/in the mempool/) });
        expect(late.message).toContain(txId);
        expect(late.message).toContain('after 40 ms');
      }
    },
  );

  test.each(doors)('error: %s, a wait that the caller ends is ABORTED with its reason', async (_name, of) => {
    const { txId } = await of().faucet.stx(to.stx, { wait: false });
    const reason = new Error('enough');
    const ended = await rejected(of().stacks.waitForTx(txId, { signal: AbortSignal.abort(reason) }));
    expect(ended).toMatchObject({ code: 'ABORTED', cause: reason });
    const controller = new AbortController();
    const running = rejected(of().stacks.waitForTx(txId, { signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 20);
    expect(await running).toMatchObject({ code: 'ABORTED', cause: reason });
  });

  test('error: over HTTP, a payment without a block is 202 with what is known of it', async () => {
    const response = await fetch(`${devnet.urls.gateway}/devnet/v1/faucets/stx`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: to.stx, timeoutMs: 500 }),
    });
    expect(response.status).toBe(202);
    const body = await response.json();
    expect(body).toMatchObject({ txId: expect.stringMatching(/^0x[0-9a-f]{64}$/), lastSeen: expect.any(String) });
    expect(body).not.toHaveProperty('block');
  });

  test('error: over HTTP, a wait without an end is 408 with what was seen last', async () => {
    const { txId } = await devnet.faucet.stx(to.stx, { wait: false });
    const response = await fetch(`${devnet.urls.gateway}/devnet/v1/tx/${txId}/wait?timeoutMs=40`);
    expect(response.status).toBe(408);
    expect(await response.json()).toMatchObject({ code: 'TIMEOUT', lastSeen: expect.stringMatching(/in the mempool/) });
  });
});

/** The fields that a request has, with a wrong value for each. */
const requests = rows.filter(([, { http, output }]) => http !== undefined && !http.shared && output?.media === undefined);

test.each(requests)('error: %s refuses a name that it does not have, and says which ones it has', async (_name, row) => {
  const { method, path } = row.http as NonNullable<AnyOperation['http']>;
  if (row.http?.body !== undefined && (row.input as Fields)[row.http.body]?.media !== undefined) return;
  const url = `${devnet.urls.gateway}/devnet/v1${path.replace(/:\w+/g, 'x')}`;
  const isQuery = method === 'GET' || method === 'DELETE';
  const response = await fetch(isQuery ? `${url}?nonse=1` : url, {
    method,
    ...(!isQuery && { body: '{"nonse":1}', headers: { 'content-type': 'application/json' } }),
  });
  expect(response.status).toBe(400);
  const { code, field, error } = (await response.json()) as Record<string, string>;
  expect({ code, error }).toMatchObject({ code: 'INVALID_INPUT', error: expect.stringMatching(/nonse|x/) });
  expect(field).toBeDefined();
});

test.each(rows.filter(([, { input, positional }]) => Object.keys(input as Fields).length > positional.length))(
  'error: %s refuses an option that it does not have in code, before it does anything',
  async (name, row) => {
    for (const of of functionIn(connected, name) === undefined ? [] : [devnet, connected]) {
      const fn = functionIn(of, name) as (...args: unknown[]) => Promise<unknown>;
      const error = await fn(...row.positional.map(() => 'x'), { timeoutMS: 1 }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: 'INVALID_INPUT' });
    }
  },
);

/** What callers without types may pass. */
const ODD: readonly unknown[] = [
  ...[null, undefined, '', 'x', '__proto__', 0, -1, 1.5, Number.NaN, -1n, 2n ** 128n, true, Symbol('s'), () => 1],
  ...[
    [],
    {},
    Object.create(null),
    new Map(),
    new Date(0),
    new Date(Number.NaN),
    Buffer.of(1),
    { hex: '0x' },
    { hex: `0x01${'0'.repeat(32)}` },
  ],
  ...[clarity('none'), clarity('u3'), clarity('(some u3)'), { type: 'uint', value: 1n }],
];

describe('the operations of a state', () => {
  const source = `
    (define-data-var number uint u0) (define-data-var maybe (optional uint) none)
    (define-map numbers uint uint) (define-map maybes uint (optional uint))
    (define-fungible-token coin) (define-non-fungible-token item uint)
    (define-read-only (look) {
      number: (var-get number), maybe: (var-get maybe), entry: (map-get? numbers u1), other: (map-get? maybes u1), owner: (nft-get-owner? item u1) })`;
  let vault: string;
  let deployed: string;
  let unchanged: unknown;
  beforeAll(async () => {
    await devnet.restore(clean);
    await devnet.stacks.deploy({ name: 'vault', source, as: 'deployer' });
    vault = `${devnet.accounts.deployer.stx.address}.vault`;
    await devnet.state.setMapEntry('vault', 'numbers', 1n, 5n);
    await devnet.state.setMapEntry('vault', 'maybes', 1n, 5n);
    await devnet.state.setNftOwner('vault::item', 1n, vault);
    deployed = await devnet.snapshot('deployed');
    unchanged = await devnet.contract(vault).read('look', []);
  });

  const calls: [name: keyof Devnet['state'], good: unknown[]][] = [
    ['setStxBalance', ['ST000000000000000000002AMW42H', 5n]],
    ['setFtBalance', ['vault::coin', 'ST000000000000000000002AMW42H', 5n]],
    ['setNftOwner', ['vault::item', 1n, 'ST000000000000000000002AMW42H']],
    ['setDataVar', ['vault', 'number', 6n]],
    ['setDataVar', ['vault', 'maybe', 6n]],
    ['setMapEntry', ['vault', 'numbers', 1n, 6n]],
    ['setMapEntry', ['vault', 'maybes', 1n, 6n]],
    ['deleteMapEntry', ['vault', 'numbers', 1n]],
    ['setNonce', ['ST000000000000000000002AMW42H', 7n]],
    ['setNextBlockTime', [2_000_000_000]],
  ];

  const titled = calls.map(([name, good]) => [`${name}(${good.join(', ')})`, name, good] as const);
  test.each(titled)('%s does the same in the process and over a connection, whatever is passed', async (_title, name, good) => {
    let hasChanged = true;
    const outcome = async (network: Devnet, args: readonly unknown[]) => {
      // What is refused changes nothing, so it needs no restore.
      if (hasChanged) await devnet.restore(deployed);
      const call = network.state[name] as (...values: readonly unknown[]) => Promise<unknown>;
      const error = await call(...args).then(
        () => undefined,
        ({ name: kind, code, field, message }) => ({ kind, code, field, message }),
      );
      hasChanged = error === undefined;
      const state = await devnet.contract(vault).read('look', []);
      if (!hasChanged) expect(state).toEqual(unchanged);
      return { error, state };
    };
    for (const place of good.keys()) {
      // Each place takes its turn with every other value, and with all at full length.
      for (const value of ODD.filter((_, at) => FULL_LENGTH || at % 2 === place % 2)) {
        const args = good.with(place, value);
        const own = await outcome(devnet, args);
        expect(await outcome(connected, args), `argument ${place}: ${typeof value}`).toEqual(own);
        // Anything but a type's own values is refused with the place.
        if (own.error !== undefined) expect(own.error).toMatchObject({ kind: 'DevnetError', field: expect.any(String) });
      }
    }
  });
});
