import { createToolkit } from '../toolkit.js';

const VERSIONS = [1, 2, 3, 5];
const TRAITS = `
  (define-trait counter ((count (uint) (response uint uint))))
  (define-trait wide ((count ((list 4 uint)) (response uint uint)) (name () (response (string-ascii 8) uint))))
  (define-public (count (n uint)) (ok n))`;
const SMALL = '(define-public (count (n uint)) (if (> n u0) (ok n) (err u1)))';
const WRONG = '(define-public (count (n int)) (ok n))';

/** The parameters of the functions `of-…`. */
const PARAMETERS = {
  plain: 'uint',
  principal: 'principal',
  buffer: '(buff 4)',
  ascii: '(string-ascii 4)',
  utf8: '(string-utf8 4)',
  optional: '(optional (buff 4))',
  response: '(response uint (buff 4))',
  list: '(list 3 (string-ascii 4))',
  lists: '(list 2 (list 2 uint))',
  tuple: '{ a: uint, b: (optional (string-utf8 2)) }',
  tuples: '(list 2 { a: (buff 2) })',
  trait: '<T>',
  'optional-trait': '(optional <T>)',
  'response-trait': '(response <T> uint)',
  'list-trait': '(list 2 <T>)',
  'tuple-trait': '{ t: <T> }',
};

/**
 * Calls with arguments that fit and that do not, of contracts of several versions of Clarity: the mempool decides by the contract's version.
 *
 * Needs a fresh devnet. Each standard account has 100,000,000 STX.
 */
export default async function conversation(helpers) {
  const kit = await createToolkit(helpers);
  const { tx, accounts, send, deploy, call, chain } = kit;
  const { deployer, wallet1 } = accounts;
  const { Cl } = tx;
  const at = (name) => Cl.principal(`${deployer.address}.${name}`);
  const uses = `(use-trait T '${deployer.address}.traits.counter)`;
  const functions = Object.entries(PARAMETERS).map(([name, type]) => `(define-public (of-${name} (it ${type})) (ok true))`);
  const source = [uses, ...functions].join('\n');
  await chain(
    deployer,
    [
      ['deploy-traits', () => deploy(deployer, 'traits', TRAITS, { clarityVersion: 2 })],
      ['deploy-small', () => deploy(deployer, 'small', SMALL)],
      ['deploy-wrong', () => deploy(deployer, 'wrong', WRONG)],
      ...VERSIONS.map((clarityVersion) => [
        `deploy-v${clarityVersion}`,
        () => deploy(deployer, `v${clarityVersion}`, source, { clarityVersion }),
      ]),
    ],
    { lookUp: false },
  );

  const [short, long] = [Cl.stringAscii('abcd'), Cl.stringAscii('abcde')];
  const arguments_ = {
    plain: { int: Cl.int(1), bool: Cl.bool(true), none: Cl.none() },
    principal: { uint: Cl.uint(1), some: Cl.some(at('small')), buffer: Cl.buffer(new Uint8Array(21)) },
    buffer: { long: Cl.buffer(new Uint8Array(5)), ascii: short },
    ascii: { long, utf8: Cl.stringUtf8('abc') },
    utf8: { long: Cl.stringUtf8('äöü\u{1f600}x'), ascii: short },
    optional: { long: Cl.some(Cl.buffer(new Uint8Array(5))), plain: Cl.buffer(new Uint8Array(1)), uint: Cl.some(Cl.uint(1)) },
    response: { 'long-err': Cl.error(Cl.buffer(new Uint8Array(5))), 'wrong-ok': Cl.ok(Cl.int(1)), some: Cl.some(Cl.uint(1)) },
    list: {
      'long-first': Cl.list([long]),
      'long-second': Cl.list([short, long]),
      'too-many': Cl.list([short, short, short, short]),
      uints: Cl.list([Cl.uint(1)]),
      'too-many-and-long': Cl.list([long, short, short, short]),
    },
    lists: {
      'long-inner': Cl.list([Cl.list([Cl.uint(1)]), Cl.list([Cl.uint(1), Cl.uint(2), Cl.uint(3)])]),
      'long-inner-first': Cl.list([Cl.list([Cl.uint(1), Cl.uint(2), Cl.uint(3)])]),
      'empty-first': Cl.list([Cl.list([]), Cl.list([Cl.int(1)])]),
    },
    tuple: {
      missing: Cl.tuple({ a: Cl.uint(1) }),
      extra: Cl.tuple({ a: Cl.uint(1), b: Cl.none(), c: Cl.none() }),
      other: Cl.tuple({ a: Cl.uint(1), c: Cl.none() }),
      long: Cl.tuple({ a: Cl.uint(1), b: Cl.some(Cl.stringUtf8('abc')) }),
    },
    tuples: {
      'long-second': Cl.list([Cl.tuple({ a: Cl.buffer(new Uint8Array(1)) }), Cl.tuple({ a: Cl.buffer(new Uint8Array(3)) })]),
      'long-first': Cl.list([Cl.tuple({ a: Cl.buffer(new Uint8Array(3)) })]),
    },
    trait: {
      wrong: at('wrong'),
      unknown: at('unknown'),
      account: Cl.principal(wallet1.address),
      uint: Cl.uint(1),
      elsewhere: Cl.principal(`${wallet1.address}.small`),
    },
    'optional-trait': { wrong: Cl.some(at('wrong')), unknown: Cl.some(at('unknown')), account: Cl.some(Cl.principal(wallet1.address)) },
    'response-trait': { wrong: Cl.ok(at('wrong')), 'wrong-err': Cl.error(Cl.int(1)), account: Cl.ok(Cl.principal(wallet1.address)) },
    'list-trait': { wrong: Cl.list([at('wrong')]), account: Cl.list([Cl.principal(wallet1.address), at('small')]) },
    'tuple-trait': { wrong: Cl.tuple({ t: at('wrong') }), account: Cl.tuple({ t: Cl.principal(wallet1.address) }) },
  };
  // What some versions accept and others refuse: the value goes to each version from an account of its own, so that nonces do not matter.
  const byVersion = {
    list: { 'long-second-only': Cl.list([short, long]) },
    'optional-trait': { fits: Cl.some(at('small')), none: Cl.none() },
    'response-trait': { fits: Cl.ok(at('small')), err: Cl.error(Cl.uint(1)) },
    'list-trait': { fits: Cl.list([at('small')]), 'wrong-second': Cl.list([at('small'), at('wrong')]), empty: Cl.list([]) },
    'tuple-trait': { fits: Cl.tuple({ t: at('small') }) },
    trait: { fits: at('small'), 'its-definer': at('traits') },
  };
  for (const version of VERSIONS) {
    const sender = accounts[`wallet${version}`];
    const contract = `${deployer.address}.v${version}`;
    const ask = async (fn, name, args) => {
      const { status } = await send(`v${version}-${fn}-${name}`, 'exact', await call(sender, contract, `of-${fn}`, args));
      if (status === 200) kit.took(sender);
    };
    for (const [fn, values] of [...Object.entries(arguments_), ...Object.entries(byVersion)])
      for (const [name, value] of Object.entries(values)) await ask(fn, name, [value]);
    await ask('plain', 'no-argument', []);
    await ask('trait', 'two-arguments', [at('small'), at('small')]);
    await kit.mined(sender.address, Number(kit.nextNonce(sender)));
  }
  for (const fn of ['unknown', 'toString', '__proto__'])
    await send(`function-${fn}`, 'exact', await call(wallet1, `${deployer.address}.v1`, fn));
}
