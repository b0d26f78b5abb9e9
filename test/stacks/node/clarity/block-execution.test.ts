import { expect, test } from 'vitest';
import { call, DEPLOYER, deploy, FUNDS, PRINCIPAL, STRANGER, testChain, transfer, uint, WALLET } from './support.js';

const MEMO = '68656c6c6f'.padEnd(68, '0');

test('default: a transfer moves the amount, charges the fee and shows one event with the whole memo', async () => {
  const chain = await testChain();
  const result = chain.mine(transfer(STRANGER, 5n, { memo: 'hello', fee: 180n }));
  expect({ ...result, events: [...result.events] }).toEqual({
    status: 'success',
    rawResult: '0703',
    repr: '(ok true)',
    events: [{ type: 'stx_transfer_event', stx_transfer_event: { amount: '5', memo: MEMO, recipient: STRANGER, sender: DEPLOYER } }],
    vmError: null,
    cost: { readCount: 0, readLength: 0, runtime: 0, writeCount: 0, writeLength: 0 },
  });
  expect(await chain.balance(DEPLOYER)).toBe(FUNDS - 185n);
  expect(await chain.balance(STRANGER)).toBe(5n);
});

test('behavior: a sponsor pays the fee', async () => {
  const chain = await testChain();
  chain.mineOk(transfer(STRANGER, 5n, { sponsor: WALLET, fee: 200n }));
  expect(await chain.balance(DEPLOYER)).toBe(FUNDS - 5n);
  expect(await chain.balance(WALLET)).toBe(FUNDS - 200n);
});

test('behavior: mints raise balances, contracts too', async () => {
  const chain = await testChain();
  const mints = [
    { principal: STRANGER, amount: 10n },
    { principal: `${STRANGER}.vault`, amount: 20n },
    { principal: WALLET, amount: 0n },
  ];
  chain.block({ tenure: true, mints });
  chain.mineOk(transfer(DEPLOYER, 4n, { origin: STRANGER, fee: 1n }));
  expect(await chain.balance(STRANGER)).toBe(5n);
  expect(await chain.balance(`${STRANGER}.vault`)).toBe(20n);
});

test('behavior: a runtime error, an error response and an unwrap failure roll back; the fee stays', async () => {
  const chain = await testChain();
  const source = `
    (define-data-var n uint u0)
    (define-public (divide) (begin (var-set n u1) (ok (/ u1 (- (var-get n) (var-get n))))))
    (define-public (refuse) (begin (var-set n u2) (try! (stx-transfer? u9 tx-sender '${STRANGER})) (print "no") (err u42)))
    (define-public (unwrap) (begin (var-set n u3) (ok (unwrap-panic (if true none (some u1))))))
    (define-public (overflow) (ok (* u340282366920938463463374607431768211455 u2)))
    (define-public (returns) (ok (unwrap! (if true none (some u1)) (err u7))))`;
  chain.mineOk(deploy('fails', source));
  const before = await chain.balance(DEPLOYER);
  const outcomes = [];
  for (const fn of ['divide', 'refuse', 'unwrap', 'overflow', 'returns']) {
    const { status, repr, events, vmError } = chain.mine(call('fails', fn, [], { fee: 300n }));
    outcomes.push({ fn, status, repr, events: [...events], vmError });
  }
  const aborted = { status: 'abort_by_response', repr: '(err none)', events: [] };
  expect(outcomes).toEqual([
    { fn: 'divide', ...aborted, vmError: 'DivisionByZero' },
    { fn: 'refuse', ...aborted, repr: '(err u42)', vmError: null },
    { fn: 'unwrap', ...aborted, vmError: 'UnwrapFailure' },
    { fn: 'overflow', ...aborted, vmError: 'ArithmeticOverflow' },
    { fn: 'returns', ...aborted, repr: '(err u7)', vmError: null },
  ]);
  expect(await chain.view.dataVar(`${DEPLOYER}.fails`, 'n')).toBe(uint(0));
  expect(await chain.balance(DEPLOYER)).toBe(before - 5n * 300n);
  expect(await chain.balance(STRANGER)).toBe(0n);
});

test('behavior: nested calls see the right sender and caller, and their events come in order', async () => {
  const chain = await testChain();
  const inner = `
    (define-fungible-token coin)
    (define-public (who) (begin (print {sender: tx-sender, caller: contract-caller}) (ft-mint? coin u3 tx-sender)))
    (define-public (move (to principal)) (ft-transfer? coin u2 tx-sender to))
    (define-public (fail) (begin (print "undone") (err u1)))`;
  const outer = `
    (define-public (go) (begin
      (try! (contract-call? .inner who))
      (try! (contract-call? .inner move '${STRANGER}))
      (print (is-ok (contract-call? .inner fail)))
      (as-contract? () (try! (contract-call? .inner who)))))`;
  chain.mineOk(deploy('inner', inner));
  chain.mineOk(deploy('outer', outer, { clarityVersion: 4 }));
  const events = [...chain.mineOk(call('outer', 'go', [], { origin: WALLET })).events];
  expect(events.map(({ type }) => type)).toEqual([
    'contract_event',
    'ft_mint_event',
    'ft_transfer_event',
    'contract_event',
    'contract_event',
    'ft_mint_event',
  ]);
  expect(events[2]).toEqual({
    type: 'ft_transfer_event',
    ft_transfer_event: { amount: '2', asset_identifier: `${DEPLOYER}.inner::coin`, recipient: STRANGER, sender: WALLET },
  });
  expect(events[3]).toMatchObject({ contract_event: { contract_identifier: `${DEPLOYER}.outer`, raw_value: '0x04' } });
  expect(events[5]).toMatchObject({ ft_mint_event: { recipient: `${DEPLOYER}.outer` } });
});

test('behavior: arguments of every kind arrive and results of every kind are printed', async () => {
  const chain = await testChain();
  const source = `(define-public (echo (a int) (b (buff 4)) (c (string-utf8 4)) (d principal) (e (list 2 bool)) (f {x: (optional uint)}))
    (ok {a: a, b: b, c: c, d: d, e: e, f: f, g: "q\\"", h: (if true (ok u1) (err u2))}))`;
  chain.mineOk(deploy('echo', source));
  const args = [
    '00ffffffffffffffffffffffffffffffff',
    '020000000201ff',
    '0e00000002c3a9',
    `06${PRINCIPAL[DEPLOYER].slice(2)}046563686f`,
    '0b000000020304',
    '0c0000000101780901'.slice(0, -2),
  ];
  const result = chain.mineOk(call('echo', 'echo', args));
  expect(result.repr).toBe(
    `(ok (tuple (a -1) (b 0x01ff) (c u"\\u{c3a9}") (d ${DEPLOYER}.echo) (e (true false)) (f (tuple (x none))) (g "q\\"") (h (ok u1))))`,
  );
});

test('behavior: what cannot be in a block leaves no trace', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('taken', '(define-public (x) (ok u1))'));
  const before = await chain.balance(DEPLOYER);
  const rejected = [
    chain.run(transfer(STRANGER, FUNDS)),
    chain.run(transfer(DEPLOYER, 1n)),
    chain.run(transfer(STRANGER, 0n)),
    chain.run(transfer(STRANGER, 1n, { fee: FUNDS * 2n })),
    chain.run(deploy('taken', '(define-public (x) (ok u1))')),
    chain.run(deploy('new', '(define-public (x) (ok u1))', { clarityVersion: 6 })),
    chain.run(deploy('new', '(define-public (x) (ok u1))', { clarityVersion: 7 })),
  ];
  expect(rejected.map((result) => (result.status === 'invalid' ? result.reason : result.status))).toEqual([
    `${DEPLOYER} cannot transfer ${FUNDS} uSTX`,
    'Invalid TokenTransfer: address tried to send to itself',
    `${DEPLOYER} cannot transfer 0 uSTX`,
    `${DEPLOYER} cannot pay the fee of ${FUNDS * 2n} uSTX`,
    `Duplicate contract '${DEPLOYER}.taken'`,
    'epoch 3.4 has no Clarity 6',
    'epoch 3.4 has no Clarity 7',
  ]);
  expect(await chain.balance(DEPLOYER)).toBe(before);
  chain.mineOk(deploy('heights', '(define-read-only (height) stacks-block-height)'));
  expect(await chain.read('heights', 'height')).toBe(uint(chain.heights.stacks));
});

test('behavior: a long chain is undone as exactly as a short one', async () => {
  const chain = await testChain();
  chain.mineOk(
    deploy(
      'counter',
      '(define-data-var n uint u0) (define-public (add) (begin (var-set n (+ (var-get n) u1)) ' +
        '(stx-transfer? u1 tx-sender (as-contract tx-sender))))',
      { clarityVersion: 3 },
    ),
  );
  const blocks = 6;
  for (let i = 0; i < blocks; i++) {
    chain.block({
      tenure: false,
      mints: [],
      transactions: Array.from({ length: 110 }, () => transfer(STRANGER, 1n, { fee: 1n })),
    });
    const broken = chain.mine(call('counter', 'add', [], { postConditionMode: 'deny' }));
    expect(broken.status).toBe('abort_by_post_condition');
    chain.mineOk(call('counter', 'add'));
  }
  expect(await chain.view.dataVar(`${DEPLOYER}.counter`, 'n')).toBe(uint(blocks));
  expect(await chain.balance(STRANGER)).toBe(BigInt(blocks * 110));
  expect(await chain.balance(`${DEPLOYER}.counter`)).toBe(BigInt(blocks));
  expect(await chain.balance(DEPLOYER)).toBe(FUNDS - 1000n - BigInt(blocks) * (110n * 2n + 2001n));
});

test('default: a transaction without a fee moves nothing but what it says', async () => {
  const chain = await testChain();
  chain.mineOk(transfer(WALLET, 1n, { fee: 0n }));
  expect(await chain.balance(DEPLOYER)).toBe(FUNDS - 1n);
});

test('behavior: a block can have deploys and what calls their contracts', async () => {
  const chain = await testChain();
  const base = '(define-data-var n uint u0) (define-public (add) (ok (var-set n (+ (var-get n) u1))))';
  const twice = '(and (is-ok (contract-call? .base add)) (is-ok (contract-call? .base add)))';
  const caller = `(print ${twice}) (define-public (twice) (ok ${twice}))`;
  const transactions = [call('base', 'add'), deploy('base', base), call('base', 'add'), deploy('caller', caller), call('caller', 'twice')];
  const results = chain.block({ tenure: true, transactions });
  expect(results.map(({ status }) => status)).toEqual(['abort_by_response', 'success', 'success', 'success', 'success']);
  expect(await chain.view.dataVar(`${DEPLOYER}.base`, 'n')).toBe(uint(5));
});

test('behavior: code as deep as a node allows is executed', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('deep', `(define-public (sum) (ok ${'(+ u1 '.repeat(120)}u1${')'.repeat(120)}))`));
  expect(chain.mineOk(call('deep', 'sum')).repr).toBe('(ok u121)');
});

test('error: the texts of failures', async () => {
  const chain = await testChain({ epoch: '3.3' });
  const contract = `${DEPLOYER}.fails`;
  const source = `
    (define-read-only (only) u1)
    (define-private (hidden) (ok u1))
    (define-private (early) (begin (unwrap! (if true none (some 1)) 1) 2))
    (define-public (root) (ok (sqrti -1)))
    (define-public (old) (ok (at-block 0x${'77'.repeat(32)} u1)))
    (define-public (one (n uint)) (ok n))`;
  chain.mineOk(deploy('fails', `${source} (define-public (late) (ok (early)))`, { clarityVersion: 3 }));
  const cases: [target: string, fn: string, args: string[], vmError: string][] = [
    ['nowhere', 'root', [], `NoSuchContract("${DEPLOYER}.nowhere")`],
    ['fails', 'none', [], 'UndefinedFunction("none")'],
    ['fails', 'hidden', [], `NoSuchPublicFunction("${contract}", "hidden")`],
    ['fails', 'one', [], 'IncorrectArgumentCount(1, 0)'],
    ['fails', 'one', ['03'], 'TypeValueError(UIntType, "Bool(true)")'],
    ['fails', 'root', [], 'Arithmetic("sqrti must be passed a positive integer")'],
    ['fails', 'old', [], `UnknownBlockHeaderHash(${'77'.repeat(32)})`],
  ];
  for (const [target, fn, args, vmError] of cases) {
    const failed = { status: 'abort_by_response', rawResult: '0809', events: [], vmError };
    const mined = chain.mine(call(target, fn, args));
    expect({ ...mined, events: [...mined.events] }, `${target} ${fn}`).toMatchObject(failed);
  }
  expect(chain.mineOk(call('fails', 'late')).repr).toBe('(ok 1)');
});
