import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { valueOfHex } from '#dist/stacks/node/clarity/transaction.js';
import { BOOT, call, DEPLOYER, deploy, PRINCIPAL, STRANGER, testChain, uint, WALLET } from './support.js';

const POX = `${BOOT}.pox-4`;

const KEEPER = `
  (define-data-var n uint u3)
  (define-map names principal (string-ascii 8))
  (define-constant LIMIT u9)
  (define-constant LIST (list u1 u2))
  (define-constant ME (as-contract tx-sender))
  (define-constant BORN stacks-block-height) ;; (define-constant NOT u1)
  (define-constant TEXT "(define-constant NEITHER u1)")
  (define-read-only (count) (var-get n))
  (define-read-only (who) {sender: tx-sender, caller: contract-caller, sponsor: tx-sponsor?})
  (define-read-only (wrong) (/ u1 (- (var-get n) (var-get n))))
  (define-read-only (refused) (if true (err u7) (ok u1)))
  (define-public (pure) (ok (* (var-get n) u2)))
  (define-public (set (to uint)) (ok (var-set n to)))
  (define-public (name) (ok (map-set names tx-sender "me")))
  (define-public (set-and-refuse) (begin (var-set n u99) (err u5)))
  (define-public (pay) (stx-transfer? u1 tx-sender '${STRANGER}))
  (define-private (hidden) u1)`;

test('default: read-only functions answer with their value', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('keeper', KEEPER, { clarityVersion: 3 }));
  expect(await chain.read('keeper', 'count')).toBe(uint(3));
  expect(await chain.read('keeper', 'refused')).toBe(`08${uint(7)}`);
  const wallet = PRINCIPAL[WALLET];
  expect(await chain.read('keeper', 'who')).toBe(`0c000000030663616c6c6572${wallet}0673656e646572${wallet}0773706f6e736f7209`);
});

test('behavior: a public function answers as long as it writes nothing; what it wrote is undone', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('keeper', KEEPER, { clarityVersion: 3 }));
  expect(await chain.read('keeper', 'pure')).toBe(`07${uint(6)}`);
  const ask = (fn: string, args: string[] = []) =>
    chain.view.callReadOnly({ contract: `${DEPLOYER}.keeper`, fn, args: args.map(valueOfHex), sender: WALLET });
  const before = await chain.view.account(WALLET);
  for (const [fn, args] of [
    ['set', [uint(8)]],
    ['name', []],
    ['set-and-refuse', []],
    ['pay', []],
  ] as const) {
    expect(await ask(fn, [...args]), fn).toEqual({ okay: false, cause: 'NotReadOnly' });
  }
  expect(await chain.read('keeper', 'count')).toBe(uint(3));
  expect(await chain.view.account(WALLET)).toEqual(before);
  expect(await chain.view.mapEntry(`${DEPLOYER}.keeper`, 'names', valueOfHex(PRINCIPAL[WALLET]))).toBe('09');
  expect(await ask('wrong')).toEqual({ okay: false, cause: 'DivisionByZero' });
  expect(await ask('set', [uint(1), uint(2)])).toEqual({ okay: false, cause: 'RuntimeCheck(IncorrectArgumentCount(1, 2))' });
  expect(await ask('set', ['03'])).toEqual({ okay: false, cause: 'RuntimeCheck(TypeValueError(UIntType, "Bool(true)"))' });
  // a contract can be the sender, too
  const keeper = `${DEPLOYER}.keeper`;
  expect(await chain.view.callReadOnly({ contract: keeper, fn: 'count', args: [], sender: keeper })).toEqual({
    okay: true,
    result: uint(3),
  });
  expect(await chain.read('keeper', 'count')).toBe(uint(3));
});

test('behavior: variables, maps and constants', async () => {
  const chain = await testChain();
  const keeper = `${DEPLOYER}.keeper`;
  chain.mineOk(deploy('keeper', KEEPER, { clarityVersion: 3 }));
  chain.mineOk(call('keeper', 'set', [uint(8)]));
  chain.mineOk(call('keeper', 'name', [], { origin: WALLET }));
  expect(await chain.view.dataVar(keeper, 'n')).toBe(uint(8));
  expect(await chain.view.dataVar(keeper, 'LIMIT')).toBeUndefined();
  expect(await chain.view.dataVar(`${DEPLOYER}.nowhere`, 'n')).toBeUndefined();
  expect(await chain.view.mapEntry(keeper, 'names', valueOfHex(PRINCIPAL[WALLET]))).toBe('0a0d000000026d65');
  expect(await chain.view.mapEntry(keeper, 'names', valueOfHex(PRINCIPAL[DEPLOYER]))).toBe('09');
  expect(await chain.view.mapEntry(keeper, 'nowhere', valueOfHex(PRINCIPAL[DEPLOYER]))).toBeUndefined();
  const constants = Object.fromEntries(
    await Promise.all(
      ['LIMIT', 'LIST', 'ME', 'BORN', 'NOT', 'NEITHER', 'n'].map(async (name) => [name, await chain.view.constant(keeper, name)]),
    ),
  );
  expect(constants).toEqual({
    LIMIT: uint(9),
    LIST: `0b00000002${uint(1)}${uint(2)}`,
    ME: `06${PRINCIPAL[DEPLOYER].slice(2)}066b6565706572`,
    BORN: uint((await chain.view.contract(keeper))?.height ?? 0),
    NOT: undefined,
    NEITHER: undefined,
    n: undefined,
  });
});

test('behavior: constants of every type, of a contract without functions', async () => {
  const chain = await testChain();
  const values = {
    INT: ['-170141183460469231731687303715884105728', `00${'80'.padEnd(32, '0')}`],
    UINT: ['u340282366920938463463374607431768211455', `01${'f'.repeat(32)}`],
    BUFFER: ['0x00ff', '020000000200ff'],
    ASCII: ['"a\\"b"', '0d00000003612262'],
    UTF8: ['u"\\u{E9}\\u{1F600}"', '0e00000006c3a9f09f9880'],
    ME: ['tx-sender', PRINCIPAL[DEPLOYER]],
    POX: [`'${POX}`, `06${'1a'}${'00'.repeat(20)}05${Buffer.from('pox-4').toString('hex')}`],
    NOTHING: ['none', '09'],
    SOME: ['(some false)', '0a04'],
    OK: ['(ok true)', '0703'],
    ERR: ['(err 0x)', '080200000000'],
    TUPLE: ['{b: u1, a: (list true)}', `0c0000000201610b00000001030162${uint(1)}`],
  };
  const source = Object.entries(values).map(([name, [value]]) => `(define-constant ${name} ${value})`);
  chain.mineOk(deploy('constants', source.join('\n')));
  for (const [name, [, serialized]] of Object.entries(values)) {
    expect(await chain.view.constant(`${DEPLOYER}.constants`, name), name).toBe(serialized);
  }
  expect((await chain.view.contractInterface(`${DEPLOYER}.constants`))?.functions).toEqual([]);
  const ask = { contract: `${DEPLOYER}.constants`, fn: 'none', args: [], sender: WALLET };
  expect(await chain.view.callReadOnly(ask)).toEqual({ okay: false, cause: 'RuntimeCheck(UndefinedFunction("none"))' });
});

test('behavior: contract-hash? is the hash of the source, whatever it defines', async () => {
  const chain = await testChain();
  const sources = {
    functions: '(define-constant A u1)(define-read-only (f) A)',
    data: '(define-data-var n uint u0)(define-constant A "a")',
    nothing: '(print u1)',
  };
  chain.mineOk(deploy('hashes', '(define-read-only (of (contract principal)) (contract-hash? contract))'));
  for (const [name, source] of Object.entries(sources)) {
    chain.mineOk(deploy(name, source));
    const principal = `06${PRINCIPAL[DEPLOYER].slice(2)}${Buffer.from([name.length]).toString('hex')}${Buffer.from(name).toString('hex')}`;
    const hash = createHash('sha512-256').update(source).digest('hex');
    expect(await chain.read('hashes', 'of', [principal]), name).toBe(`070200000020${hash}`);
  }
});

test('behavior: a constant is read by itself, however large or deep the others are', async () => {
  const chain = await testChain();
  const name = (size: number) => `BYTES_${size}`;
  const sizes = Array.from({ length: 10 }, (_, doubling) => 1024 << doubling);
  const doubled = sizes.slice(1).map((size) => `(define-constant ${name(size)} (concat ${name(size / 2)} ${name(size / 2)}))`);
  const deep = `${'(some '.repeat(31)}u1${')'.repeat(31)}`;
  chain.mineOk(
    deploy(
      'large',
      `(define-constant ${name(1024)} 0x${'ab'.repeat(1024)})\n${doubled.join('\n')}\n(define-constant AGAIN ${name(512 * 1024)})`,
    ),
  );
  chain.mineOk(deploy('deep', `(define-constant DEEP ${deep})\n(define-constant FLAT u2)`));
  expect(await chain.view.constant(`${DEPLOYER}.large`, name(1024))).toBe(`0200000400${'ab'.repeat(1024)}`);
  expect((await chain.view.constant(`${DEPLOYER}.large`, name(512 * 1024)))?.length).toBe(10 + 2 * 512 * 1024);
  expect(await chain.view.constant(`${DEPLOYER}.deep`, 'DEEP')).toBe(`${'0a'.repeat(31)}${uint(1)}`);
  expect(await chain.view.constant(`${DEPLOYER}.deep`, 'FLAT')).toBe(uint(2));
});

test('behavior: interfaces and sources are those of the contract as it was sent', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('keeper', KEEPER, { clarityVersion: 3 }));
  const found = await chain.view.contractInterface(`${DEPLOYER}.keeper`);
  expect(found).toMatchObject({ epoch: 'Epoch34', clarity_version: 'Clarity3' });
  expect(found?.functions.map((declared) => (declared as { name: string }).name).toSorted()).toEqual([
    'count',
    'hidden',
    'name',
    'pay',
    'pure',
    'refused',
    'set',
    'set-and-refuse',
    'who',
    'wrong',
  ]);
  expect(await chain.view.contract(`${DEPLOYER}.keeper`)).toMatchObject({ source: KEEPER, height: chain.heights.stacks });
  expect(await chain.view.contractInterface(`${DEPLOYER}.nowhere`)).toBeUndefined();
  expect(await chain.view.contract(`${DEPLOYER}.nowhere`)).toBeUndefined();
});

test('behavior: boot contracts have an interface and a source, and asking for them changes nothing', async () => {
  const chain = await testChain();
  const { heights } = chain;
  const found = await chain.view.contractInterface(POX);
  expect(found).toMatchObject({ epoch: 'Epoch25', clarity_version: 'Clarity2' });
  expect(found?.maps).toContainEqual(expect.objectContaining({ name: 'stacking-state' }));
  expect(await chain.view.constant(POX, 'ERR_STACKING_ALREADY_STACKED')).toBe('0000000000000000000000000000000003');
  expect(await chain.view.constant(POX, 'NOWHERE')).toBeUndefined();
  expect((await chain.view.contract(POX))?.source).toContain('(define-public (stack-stx ');
  chain.mineOk(deploy('heights', '(define-read-only (height) stacks-block-height)'));
  expect(await chain.read('heights', 'height')).toBe(uint(heights.stacks + 1));
  expect(await chain.view.contractInterface(`${BOOT}.nowhere`)).toBeUndefined();
  expect(await chain.view.contractInterface(`${BOOT}.bns`)).toMatchObject({ clarity_version: 'Clarity1' });
});

test("behavior: contracts can call the signers' databases", async () => {
  const chain = await testChain();
  const database = `'${BOOT}.signers-1-12`;
  chain.mineOk(deploy('slots', `(define-read-only (config) (is-ok (contract-call? ${database} stackerdb-get-config)))`));
  expect(await chain.read('slots', 'config')).toBe('03');
});

test('behavior: any principal has an account', async () => {
  const chain = await testChain();
  const nothing = { balance: 0n, locked: 0n, unlockHeight: 0, nonce: 0n };
  expect(await chain.view.account(STRANGER)).toEqual(nothing);
  expect(await chain.view.account(POX)).toEqual(nothing);
  expect(await chain.view.account('SP000000000000000000002Q6VF78')).toEqual(nothing);
  expect(chain.mine(call('nowhere', 'x')).vmError).toBe(`NoSuchContract("${DEPLOYER}.nowhere")`);
});
