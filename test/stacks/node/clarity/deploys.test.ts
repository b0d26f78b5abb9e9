import { expect, test } from 'vitest';
import { DEPLOYER, deploy, FUNDS, PRINCIPAL, shown, testChain, uint, WALLET } from './support.js';

test('behavior: any contract can be deployed, also one that only runs or only keeps', async () => {
  const chain = await testChain();
  const printed = chain.mineOk(deploy('one-expression', '(print "hi")'));
  expect([...printed.events]).toEqual([
    {
      type: 'contract_event',
      contract_event: { contract_identifier: `${DEPLOYER}.one-expression`, raw_value: '0x0d000000026869', topic: 'print' },
    },
  ]);
  chain.mineOk(deploy('only-data', '(define-data-var kept uint u5)'));
  chain.mineOk(deploy('empty', ''));
  chain.mineOk(
    deploy('user', '(define-trait t ((x () (response bool bool)))) (define-constant RATE u3) (define-constant TWICE (* RATE u2))'),
  );
  expect(await chain.view.dataVar(`${DEPLOYER}.only-data`, 'kept')).toBe(uint(5));
  expect(await chain.view.contractInterface(`${DEPLOYER}.only-data`)).toMatchObject({
    functions: [],
    variables: [{ name: 'kept', access: 'variable' }],
  });
  expect(await chain.view.contractInterface(`${DEPLOYER}.one-expression`)).toMatchObject({
    functions: [],
    clarity_version: 'Clarity5',
    epoch: 'Epoch34',
  });
  expect(await chain.view.constant(`${DEPLOYER}.user`, 'TWICE')).toBe(uint(6));
});

test('behavior: constants of every kind can be deployed and read', async () => {
  const chain = await testChain();
  const constants = {
    EMPTY: ['(list)', '0b00000000'],
    NOTHING: ['none', '09'],
    TEXT: ['""', '0d00000000'],
    ERROR: ['(err none)', '0809'],
    NESTED: ['{a: (some (list none)), b: (ok 0x)}', '0c0000000201610a0b00000001090162070200000000'],
    SOMEONE: [`'${WALLET}`, PRINCIPAL[WALLET]],
    CONTRACT: ['.other', `06${PRINCIPAL[DEPLOYER].slice(2)}056f74686572`],
  };
  chain.mineOk(deploy('other', '(define-public (x) (ok u1))'));
  for (const clarityVersion of [1, 2, 3, 4, 5]) {
    const source = Object.entries(constants).map(([name, [value]]) => `(define-constant ${name} ${value})`);
    chain.mineOk(deploy(`constants-${clarityVersion}`, source.join('\n'), { clarityVersion }));
    for (const [name, [, value]] of Object.entries(constants)) {
      expect(await chain.view.constant(`${DEPLOYER}.constants-${clarityVersion}`, name), `${name} in Clarity ${clarityVersion}`).toBe(
        value,
      );
    }
  }
});

test('behavior: constants that do not fit into one value can be deployed and read', async () => {
  const chain = await testChain();
  const source = `${['A', 'B', 'C', 'D'].map((name) => `(define-constant ${name} (list ${'0x00 '.repeat(4)}))`).join(' ')}
    (define-data-var big (buff 600000) 0x) (define-constant E (var-get big)) (define-constant F (var-get big))
    (define-read-only (ok-f) (len F))`;
  chain.mineOk(deploy('big', source));
  expect(await chain.read('big', 'ok-f')).toBe(uint(0));
  expect(await chain.view.constant(`${DEPLOYER}.big`, 'A')).toBe(`0b00000004${'020000000100'.repeat(4)}`);
  expect(await chain.view.constant(`${DEPLOYER}.big`, 'F')).toBe('0200000000');
});

test('behavior: a failed deploy leaves its name free and its block made', async () => {
  const chain = await testChain();
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
    const before = chain.heights.stacks;
    expect(shown(chain.mine(deploy('again', source))), source).toMatchObject({
      status: 'abort_by_response',
      rawResult: '0809',
      events: [],
      vmError,
    });
    expect(chain.heights.stacks).toBe(before + 1);
    expect(await chain.view.contract(`${DEPLOYER}.again`)).toBeUndefined();
  }
  expect(await chain.balance(DEPLOYER)).toBe(FUNDS - 1000n * BigInt(failures.length));
  const heights = '(define-read-only (height) stacks-block-height)';
  chain.mineOk(deploy('again', heights));
  expect(await chain.read('again', 'height')).toBe(uint(chain.heights.stacks));
  expect(await chain.view.contract(`${DEPLOYER}.again`)).toMatchObject({ source: heights, height: chain.heights.stacks });
});

test('behavior: a deploy that Clarity refuses names the position of its error, which the node zeroes', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('other', '(define-public (f) (ok u1))'));
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
    const { heights } = chain;
    const result = chain.mine(deploy('refused', source, { ...(clarityVersion && { clarityVersion }) }));
    expect(result, source).toMatchObject({ status: 'abort_by_response', errorPosition: { line, column } });
    expect(chain.heights).toEqual({ ...heights, stacks: heights.stacks + 1 });
  }
  const ran = chain.mine(deploy('ran', '(define-data-var x uint (/ u1 u0))'));
  expect(ran.vmError).toBe('DivisionByZero');
  expect(ran.errorPosition).toBeUndefined();
});
