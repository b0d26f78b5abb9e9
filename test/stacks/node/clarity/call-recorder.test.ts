import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { displayValue, NONE, parseValueHex } from '#dist/clarity/values.js';
import { traceSteps } from '#dist/stacks/protocol/trace/trace-steps.js';
import { call, DEPLOYER, deploy, shown, testChain, transfer, WALLET } from './support.js';

test('default: values of every type, as arguments, results and events', async () => {
  const chain = await testChain();
  const values = [
    Cl.int(-(2n ** 127n)),
    Cl.uint(2n ** 128n - 1n),
    Cl.bool(true),
    Cl.bool(false),
    Cl.bufferFromHex('00ff0a'),
    Cl.buffer(new Uint8Array()),
    Cl.stringAscii('a"b\n\\'),
    Cl.stringUtf8('é│😀'),
    Cl.none(),
    Cl.some(Cl.some(Cl.uint(1))),
    Cl.ok(Cl.int(3)),
    Cl.error(Cl.stringAscii('no')),
    Cl.principal(WALLET),
    Cl.principal('SP000000000000000000002Q6VF78.pox'),
    Cl.list([Cl.list([Cl.uint(1), Cl.uint(2)]), Cl.list([])]),
    Cl.tuple(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}`, Cl.uint(i)]))),
  ];
  const types = [
    ...['int', 'uint', 'bool', 'bool', '(buff 3)', '(buff 3)', '(string-ascii 9)', '(string-utf8 9)', '(optional uint)'],
    ...['(optional (optional uint))', '(response int uint)', '(response uint (string-ascii 9))', 'principal', 'principal'],
    ...['(list 2 (list 2 uint))', `{ ${Array.from({ length: 40 }, (_, i) => `f${i}: uint`).join(', ')} }`],
  ];
  const functions = types.map((type, i) => `(define-public (f${i} (v ${type})) (ok (print v)))`);
  chain.mineOk(deploy('values', functions.join('\n')));
  for (const [i, value] of values.entries()) {
    const hex = Cl.serialize(value);
    const text = displayValue(parseValueHex(hex) ?? NONE);
    const { trace } = chain.trace(call('values', `f${i}`, [hex]));
    expect(trace.call).toEqual({
      contract: `${DEPLOYER}.values`,
      function: `f${i}`,
      args: [text],
      result: `(ok ${text})`,
      events: [
        { type: 'print', args: [text], at: { contract: `${DEPLOYER}.values`, line: i + 1, column: expect.any(Number) }, callsBefore: 0 },
      ],
      at: { contract: `${DEPLOYER}.values`, line: i + 1, column: 1 },
      calls: [],
    });
  }
});

test('default: events and calls keep their order, and a call is at the place of its caller', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('inner', '(define-public (go (n uint)) (begin (print n) (if true (ok n) (err u1))))'));
  chain.mineOk(
    deploy(
      'outer',
      `(define-public (go)
  (begin
    (print "first")
    (try! (contract-call? .inner go u1))
    (print "second")
    (print "third")
    (try! (contract-call? .inner go u2))
    (print "last")
    (ok true)))`,
    ),
  );
  const tree = chain.trace(call('outer', 'go')).trace.call;
  const steps = traceSteps(tree ?? { events: [], calls: [] }).map(
    ({ event, call: made }) => event?.args[0] ?? `${made?.contract} ${made?.at.line}`,
  );
  expect(steps).toEqual(['"first"', `${DEPLOYER}.inner 4`, '"second"', '"third"', `${DEPLOYER}.inner 7`, '"last"']);
  expect(tree?.calls.map(({ at }) => at.contract)).toEqual([`${DEPLOYER}.outer`, `${DEPLOYER}.outer`]);
});

test('behavior: tracing has no effect, and a transfer has no calls', async () => {
  const chain = await testChain();
  chain.mineOk(
    deploy(
      'counter',
      '(define-data-var n uint u0)\n(define-public (add) (ok (var-set n (+ (var-get n) u1))))\n(define-read-only (count) (var-get n))',
    ),
  );
  const before = await chain.balance(DEPLOYER);
  expect(chain.trace(call('counter', 'add')).trace.call).toMatchObject({ function: 'add', result: '(ok true)' });
  expect(chain.trace(call('counter', 'count')).trace.call).toMatchObject({ function: 'count', result: 'u0' });
  expect(chain.trace(transfer(WALLET, 5n)).trace).toEqual({});
  expect(await chain.balance(DEPLOYER)).toBe(before);
  expect(chain.mineOk(call('counter', 'count')).repr).toBe('u0');
});

test('behavior: more than 10,000 calls are cut', async () => {
  const chain = await testChain();
  const list = `(list ${Array.from({ length: 100 }, (_, i) => `u${i}`).join(' ')})`;
  const source = `(define-constant L ${list})
(define-private (one (n uint) (acc uint)) (+ acc u1))
(define-private (hundred (n uint) (acc uint)) (fold one L acc))
(define-public (all) (ok (+ (fold hundred L u0) (fold one L u0))))`;
  chain.mineOk(deploy('many', source));
  const { call: traced, truncated } = chain.trace(call('many', 'all')).trace;
  expect(truncated).toBe(true);
  expect(traced).toMatchObject({ function: 'all', result: '(ok u10100)' });
});

test('behavior: a traced transaction runs as any sender, with post-conditions and fees, and has no effect', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('pay', '(define-public (pay (to principal)) (stx-transfer? u7 tx-sender to))'));
  const one = call('pay', 'pay', [Cl.serialize(Cl.principal(WALLET))]);
  const before = [await chain.balance(WALLET), chain.heights];
  const { result, trace } = chain.trace(one);
  expect(shown(result)).toMatchObject({ status: 'success', repr: '(ok true)', events: [{ type: 'stx_transfer_event' }] });
  expect(trace.call?.events).toMatchObject([{ type: 'stx-transfer?', args: ['u7', DEPLOYER, WALLET] }]);
  expect(chain.trace({ ...one, postConditionMode: 'deny' }).result).toMatchObject({ status: 'abort_by_post_condition' });
  expect(chain.trace({ ...one, fee: 10n ** 18n }).result).toMatchObject({ status: 'invalid' });
  expect(chain.trace(deploy('later', '(define-public (f) (ok u1))')).result).toMatchObject({ status: 'success' });
  expect([await chain.balance(WALLET), chain.heights]).toEqual(before);
  expect(chain.mine(deploy('later', '(define-public (f) (ok u2))'))).toMatchObject({ status: 'success' });
  expect(chain.run(one)).toMatchObject({ status: 'success' });
});

test('behavior: a trace of very many events has the first 10,000, and says that there were more', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('many', `(define-public (go) (ok (begin ${'(print u1) '.repeat(10_500)})))`));
  const { result, trace } = chain.trace(call('many', 'go'));
  expect('events' in result && result.events.length).toBe(10_500);
  expect([trace.call?.events.length, trace.truncated]).toEqual([10_000, true]);
});
