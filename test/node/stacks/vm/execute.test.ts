import { expect, test } from 'vitest';
import {
  balance,
  call,
  DEPLOYER,
  deploy,
  FUNDS,
  mine,
  mineOk,
  PRINCIPAL,
  read,
  run,
  STRANGER,
  sharedVm,
  transaction,
  transfer,
  uint,
  WALLET,
} from './support.js';

const shared = sharedVm();
const MEMO = '68656c6c6f'.padEnd(68, '0');

test('default: a transfer moves the amount, charges the fee and shows one event with the whole memo', async () => {
  const vm = shared();
  const result = await mine(vm, transfer(STRANGER, 5n, { memo: 'hello', fee: 180n }));
  expect(result).toEqual({
    status: 'success',
    rawResult: '0703',
    repr: '(ok true)',
    events: [{ type: 'stx_transfer_event', stx_transfer_event: { amount: '5', memo: MEMO, recipient: STRANGER, sender: DEPLOYER } }],
    vmError: null,
    cost: { readCount: 0, readLength: 0, runtime: 0, writeCount: 0, writeLength: 0 },
  });
  expect(await balance(vm, DEPLOYER)).toBe(FUNDS - 185n);
  expect(await balance(vm, STRANGER)).toBe(5n);
});

test('behavior: a sponsor pays the fee', async () => {
  const vm = shared();
  await mineOk(vm, transfer(STRANGER, 5n, { sponsor: WALLET, fee: 200n }));
  expect(await balance(vm, DEPLOYER)).toBe(FUNDS - 5n);
  expect(await balance(vm, WALLET)).toBe(FUNDS - 200n);
});

test('behavior: mints raise balances, contracts too', async () => {
  const vm = shared();
  const mints = [
    { principal: STRANGER, amount: 10n },
    { principal: `${STRANGER}.vault`, amount: 20n },
    { principal: WALLET, amount: 0n },
  ];
  await vm.executeBlock({ tenure: true, mints, transactions: [transfer(DEPLOYER, 4n, { origin: STRANGER, fee: 1n })] });
  expect(await balance(vm, STRANGER)).toBe(5n);
  expect(await balance(vm, `${STRANGER}.vault`)).toBe(20n);
});

test('behavior: a runtime error, an error response and an unwrap failure roll back; the fee stays', async () => {
  const vm = shared();
  const source = `
    (define-data-var n uint u0)
    (define-public (divide) (begin (var-set n u1) (ok (/ u1 (- (var-get n) (var-get n))))))
    (define-public (refuse) (begin (var-set n u2) (try! (stx-transfer? u9 tx-sender '${STRANGER})) (print "no") (err u42)))
    (define-public (unwrap) (begin (var-set n u3) (ok (unwrap-panic (if true none (some u1))))))
    (define-public (overflow) (ok (* u340282366920938463463374607431768211455 u2)))
    (define-public (returns) (ok (unwrap! (if true none (some u1)) (err u7))))`;
  await mineOk(vm, deploy('fails', source));
  const before = await balance(vm, DEPLOYER);
  const outcomes = [];
  for (const fn of ['divide', 'refuse', 'unwrap', 'overflow', 'returns']) {
    const { status, repr, events, vmError } = await mine(vm, call('fails', fn, [], { fee: 300n }));
    outcomes.push({ fn, status, repr, events, vmError });
  }
  const aborted = { status: 'abort_by_response', repr: '(err none)', events: [] };
  expect(outcomes).toEqual([
    { fn: 'divide', ...aborted, vmError: 'DivisionByZero' },
    { fn: 'refuse', ...aborted, repr: '(err u42)', vmError: null },
    { fn: 'unwrap', ...aborted, vmError: 'UnwrapFailure' },
    { fn: 'overflow', ...aborted, vmError: 'ArithmeticOverflow' },
    { fn: 'returns', ...aborted, repr: '(err u7)', vmError: null },
  ]);
  expect(await vm.dataVar(`${DEPLOYER}.fails`, 'n')).toBe(uint(0));
  expect(await balance(vm, DEPLOYER)).toBe(before - 5n * 300n);
  expect(await balance(vm, STRANGER)).toBe(0n);
});

test('behavior: nested calls see the right sender and caller, and their events come in order', async () => {
  const vm = shared();
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
  await mineOk(vm, deploy('inner', inner));
  await mineOk(vm, deploy('outer', outer, { clarityVersion: 4 }));
  const { events } = await mineOk(vm, call('outer', 'go', [], { origin: WALLET }));
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
  const vm = shared();
  const source = `(define-public (echo (a int) (b (buff 4)) (c (string-utf8 4)) (d principal) (e (list 2 bool)) (f {x: (optional uint)}))
    (ok {a: a, b: b, c: c, d: d, e: e, f: f, g: "q\\"", h: (if true (ok u1) (err u2))}))`;
  await mineOk(vm, deploy('echo', source));
  const args = [
    '00ffffffffffffffffffffffffffffffff',
    '020000000201ff',
    '0e00000002c3a9',
    `06${PRINCIPAL[DEPLOYER].slice(2)}046563686f`,
    '0b000000020304',
    '0c0000000101780901'.slice(0, -2),
  ];
  const result = await mineOk(vm, call('echo', 'echo', args));
  expect(result.repr).toBe(
    `(ok (tuple (a -1) (b 0x01ff) (c u"\\u{c3a9}") (d ${DEPLOYER}.echo) (e (true false)) (f (tuple (x none))) (g "q\\"") (h (ok u1))))`,
  );
});

test('behavior: any contract can be deployed, also one that only runs or only keeps', async () => {
  const vm = shared();
  const printed = await mineOk(vm, deploy('one-expression', '(print "hi")'));
  expect(printed.events).toEqual([
    {
      type: 'contract_event',
      contract_event: { contract_identifier: `${DEPLOYER}.one-expression`, raw_value: '0x0d000000026869', topic: 'print' },
    },
  ]);
  await mineOk(vm, deploy('only-data', '(define-data-var kept uint u5)'));
  await mineOk(vm, deploy('empty', ''));
  await mineOk(
    vm,
    deploy('user', '(define-trait t ((x () (response bool bool)))) (define-constant RATE u3) (define-constant TWICE (* RATE u2))'),
  );
  expect(await vm.dataVar(`${DEPLOYER}.only-data`, 'kept')).toBe(uint(5));
  expect(await vm.contractInterface(`${DEPLOYER}.only-data`)).toMatchObject({
    functions: [],
    variables: [{ name: 'kept', access: 'variable' }],
  });
  expect(await vm.contractInterface(`${DEPLOYER}.one-expression`)).toMatchObject({
    functions: [],
    clarity_version: 'Clarity5',
    epoch: 'Epoch34',
  });
  expect(await vm.constant(`${DEPLOYER}.user`, 'TWICE')).toBe(uint(6));
});

test('behavior: constants of every kind can be deployed and read', async () => {
  const vm = shared();
  const constants = {
    EMPTY: ['(list)', '0b00000000'],
    NOTHING: ['none', '09'],
    TEXT: ['""', '0d00000000'],
    ERROR: ['(err none)', '0809'],
    NESTED: ['{a: (some (list none)), b: (ok 0x)}', '0c0000000201610a0b00000001090162070200000000'],
    SOMEONE: [`'${WALLET}`, PRINCIPAL[WALLET]],
    CONTRACT: ['.other', `06${PRINCIPAL[DEPLOYER].slice(2)}056f74686572`],
  };
  await mineOk(vm, deploy('other', '(define-public (x) (ok u1))'));
  for (const clarityVersion of [1, 2, 3, 4, 5]) {
    const source = Object.entries(constants).map(([name, [value]]) => `(define-constant ${name} ${value})`);
    await mineOk(vm, deploy(`constants-${clarityVersion}`, source.join('\n'), { clarityVersion }));
    for (const [name, [, value]] of Object.entries(constants)) {
      expect(await vm.constant(`${DEPLOYER}.constants-${clarityVersion}`, name), `${name} in Clarity ${clarityVersion}`).toBe(value);
    }
  }
});

test('behavior: constants that do not fit into one value can be deployed and read', async () => {
  const vm = shared();
  const source = `${['A', 'B', 'C', 'D'].map((name) => `(define-constant ${name} (list ${'0x00 '.repeat(4)}))`).join(' ')}
    (define-data-var big (buff 600000) 0x) (define-constant E (var-get big)) (define-constant F (var-get big)) (define-read-only (ok-f) (len F))`;
  await mineOk(vm, deploy('big', source));
  expect(await read(vm, 'big', 'ok-f')).toBe(uint(0));
  expect(await vm.constant(`${DEPLOYER}.big`, 'A')).toBe(`0b00000004${'020000000100'.repeat(4)}`);
  expect(await vm.constant(`${DEPLOYER}.big`, 'F')).toBe('0200000000');
});

test('behavior: a failed deploy leaves its name free and its block made', async () => {
  const vm = shared();
  const failures = [
    ['(define-public (x) (ok u1)', "expected closing ')'"],
    ['(define-public (x) (ok (missing))', "expected closing ')'"],
    ['(define-public (x) (ok u1)))', "unexpected ')'"],
    ['(define-public (x) (+ u1 true))', ":0:0: expecting expression of type 'uint', found 'bool'"],
    ['(define-public (x) (ok (missing)))', ":0:0: use of unresolved function 'missing'"],
    ['(define-data-var x uint (/ u1 u0))', 'DivisionByZero'],
    [
      '(define-data-var x uint u1) (define-public (y) (ok (contract-call? .nowhere z)))',
      `:0:0: use of unresolved contract '${DEPLOYER}.nowhere'`,
    ],
  ] as const;
  for (const [source, vmError] of failures) {
    const before = vm.heights.stacks;
    expect(await mine(vm, deploy('again', source)), source).toMatchObject({
      status: 'abort_by_response',
      rawResult: '0809',
      events: [],
      vmError,
    });
    expect(vm.heights.stacks).toBe(before + 1);
    expect(await vm.contractSource(`${DEPLOYER}.again`)).toBeUndefined();
  }
  expect(await balance(vm, DEPLOYER)).toBe(FUNDS - 1000n * BigInt(failures.length));
  const heights = '(define-read-only (height) stacks-block-height)';
  await mineOk(vm, deploy('again', heights));
  expect(await read(vm, 'again', 'height')).toBe(uint(vm.heights.stacks));
  expect(await vm.contractSource(`${DEPLOYER}.again`)).toEqual({ source: heights, publishHeight: vm.heights.stacks });
});

test('behavior: a deploy that Clarity refuses names the position of its error, which the node zeroes', async () => {
  const vm = shared();
  await mineOk(vm, deploy('other', '(define-public (f) (ok u1))'));
  const failures: [source: string, line: number, column: number, clarityVersion?: number][] = [
    ['(define-public (x)\n  (+ u1 true))', 2, 3],
    ['\n\n  (print u1)\n  (nope)', 4, 3],
    ['(define-public (x)\n  (ok u1)', 2, 10],
    ['(define-public (x)\n  (ok u1)))', 2, 11],
    ['(define-constant A "é")', 1, 21],
    ['(define-public (x) (begin (as-contract tx-sender) (unwrap-panic (contract-call? .other f))\n  (ok (+ 1 true))))', 2, 7, 3],
    ['(define-public (x) (ok\n block-height (+ 1 true)))', 1, 20, 1],
  ];
  for (const [source, line, column, clarityVersion] of failures) {
    const { heights } = vm;
    const result = await mine(vm, deploy('refused', source, { ...(clarityVersion && { clarityVersion }) }));
    expect(result, source).toMatchObject({ status: 'abort_by_response', errorPosition: { line, column } });
    expect(vm.heights).toEqual({ ...heights, stacks: heights.stacks + 1 });
  }
  const ran = await mine(vm, deploy('ran', '(define-data-var x uint (/ u1 u0))'));
  expect(ran.vmError).toBe('DivisionByZero');
  expect(ran.errorPosition).toBeUndefined();
});

test('behavior: what cannot be in a block leaves no trace', async () => {
  const vm = shared();
  await mineOk(vm, deploy('taken', '(define-public (x) (ok u1))'));
  const before = await balance(vm, DEPLOYER);
  const rejected = [
    await run(vm, transfer(STRANGER, FUNDS)),
    await run(vm, transfer(DEPLOYER, 1n)),
    await run(vm, transfer(STRANGER, 0n)),
    await run(vm, transfer(STRANGER, 1n, { fee: FUNDS * 2n })),
    await run(vm, deploy('taken', '(define-public (x) (ok u1))')),
    await run(vm, deploy('new', '(define-public (x) (ok u1))', { clarityVersion: 6 })),
    await run(vm, deploy('new', '(define-public (x) (ok u1))', { clarityVersion: 7 })),
  ];
  expect(rejected.map((result) => (result.status === 'invalid' ? result.reason : result.status))).toEqual([
    `${DEPLOYER} cannot transfer ${FUNDS} uSTX`,
    'address tried to send to itself',
    'amount is zero',
    `${DEPLOYER} cannot pay the fee of ${FUNDS * 2n} uSTX`,
    `Duplicate contract '${DEPLOYER}.taken'`,
    'Clarity 6 can not be used with 3.4',
    'there is no Clarity 7',
  ]);
  expect(await balance(vm, DEPLOYER)).toBe(before);
  await mineOk(vm, deploy('heights', '(define-read-only (height) stacks-block-height)'));
  expect(await read(vm, 'heights', 'height')).toBe(uint(vm.heights.stacks));
});

test('behavior: a block is all or nothing', async () => {
  const vm = shared();
  const { heights } = vm;
  const pay = transfer(STRANGER, 5n);
  await expect(
    vm.executeBlock({ tenure: true, mints: [{ principal: DEPLOYER, amount: 2n ** 64n }], transactions: [pay] }),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: `mints[${DEPLOYER}]`,
  });
  await expect(vm.executeBlock({ tenure: true, mints: [], transactions: [deploy('x', '(print u1)')] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: 'transactions',
  });
  await expect(vm.executeBlock({ tenure: false, mints: [], transactions: [pay, deploy('x', '(print u1)')] })).rejects.toMatchObject({
    field: 'transactions',
  });
  expect(vm.heights).toEqual(heights);
  expect(await balance(vm, STRANGER)).toBe(0n);
});

test('error: contracts nested too deep for the VM say so when they are called', async () => {
  const vm = shared();
  const deep = `${'(+ u1 '.repeat(45)}u1${')'.repeat(45)}`;
  await mineOk(vm, deploy('deep', `(define-public (sum) (ok ${deep}))`));
  const { status, vmError } = await mine(vm, call('deep', 'sum'));
  expect(status).toBe('abort_by_response');
  expect(vmError).toMatchInlineSnapshot(
    `"the embedded Clarity VM cannot read back contracts nested 38 levels deep or more: run this one on a real stacks-node (engine native or docker)"`,
  );
});

test('behavior: a panic of the VM costs one transaction only', async () => {
  const vm = shared();
  await mineOk(
    vm,
    deploy('counter', '(define-data-var n uint u0) (define-public (add (by uint)) (begin (var-set n (+ (var-get n) by)) (ok true)))'),
  );
  // No node lets an argument pass that is not a value; the VM panics over it.
  const panic = call('counter', 'add', ['ff']);
  const add = call('counter', 'add', [uint(2)]);
  const { results } = await vm.executeBlock({ tenure: false, mints: [], transactions: [add, panic, add, panic, add] });
  expect(results.map(({ status }) => status)).toEqual(['success', 'abort_by_response', 'success', 'abort_by_response', 'success']);
  expect(results[1]).toMatchObject({
    rawResult: '0809',
    vmError: expect.stringContaining('the embedded Clarity VM failed on this transaction'),
  });
  expect(await vm.dataVar(`${DEPLOYER}.counter`, 'n')).toBe(uint(6));
  expect(await balance(vm, DEPLOYER)).toBe(FUNDS - 6000n);
});

test('behavior: a long chain is undone as exactly as a short one', async () => {
  const vm = shared();
  await mineOk(
    vm,
    deploy(
      'counter',
      '(define-data-var n uint u0) (define-public (add) (begin (var-set n (+ (var-get n) u1)) (stx-transfer? u1 tx-sender (as-contract tx-sender))))',
      { clarityVersion: 3 },
    ),
  );
  const blocks = 6;
  for (let i = 0; i < blocks; i++) {
    await vm.executeBlock({
      tenure: false,
      mints: [],
      transactions: Array.from({ length: 110 }, () => transfer(STRANGER, 1n, { fee: 1n })),
    });
    const broken = await mine(vm, call('counter', 'add', [], { postConditionMode: 'deny' }));
    expect(broken.status).toBe('abort_by_post_condition');
    await mineOk(vm, call('counter', 'add'));
  }
  expect(await vm.dataVar(`${DEPLOYER}.counter`, 'n')).toBe(uint(blocks));
  expect(await balance(vm, STRANGER)).toBe(BigInt(blocks * 110));
  expect(await balance(vm, `${DEPLOYER}.counter`)).toBe(BigInt(blocks));
  expect(await balance(vm, DEPLOYER)).toBe(FUNDS - 1000n - BigInt(blocks) * (110n * 2n + 2001n));
});

test('default: a transaction without a fee moves nothing but what it says', async () => {
  const vm = shared();
  await mineOk(vm, transaction({ type: 'transfer', recipient: WALLET, amount: 1n, memo: '00'.repeat(34) }, { fee: 0n }));
  expect(await balance(vm, DEPLOYER)).toBe(FUNDS - 1n);
});
