import * as sources from './sources.js';

/** Deploys the contracts of later parts, and sends deploys that the node rejects. */
export async function contracts(kit) {
  const { accounts, chain, deploy, send, RECIPIENT, get } = kit;
  const { deployer } = accounts;
  const at = (name) => `${deployer.address}.${name}`;
  await chain(
    deployer,
    [
      ['deploy-shapes', () => deploy(deployer, 'shapes', sources.SHAPES, { fee: 100_000n })],
      ['deploy-tokens', () => deploy(deployer, 'tokens', sources.TOKENS, { fee: 100_000n })],
      ['deploy-inner', () => deploy(deployer, 'inner', sources.INNER)],
      ['deploy-outer', () => deploy(deployer, 'outer', sources.OUTER)],
      ['deploy-panics', () => deploy(deployer, 'panics', sources.PANICS, { fee: 100_000n })],
      ['deploy-prints', () => deploy(deployer, 'prints', sources.PRINTS)],
      ['deploy-shower', () => deploy(deployer, 'shower', sources.SHOWER)],
      ['deploy-quiet-shower', () => deploy(deployer, 'quiet-shower', sources.QUIET_SHOWER)],
      ['deploy-half-shower', () => deploy(deployer, 'half-shower', sources.HALF_SHOWER)],
      ['deploy-wrong-shower', () => deploy(deployer, 'wrong-shower', sources.WRONG_SHOWER)],
      ['deploy-missing-trait', () => deploy(deployer, 'missing-trait', sources.MISSING_TRAIT)],
    ],
    { lookUp: false },
  );
  await chain(
    deployer,
    [
      ['deploy-empty', () => deploy(deployer, 'empty', '')],
      ['deploy-blank', () => deploy(deployer, 'blank', ' \n\t ')],
      ['deploy-comment', () => deploy(deployer, 'comment', ';; nothing here\n')],
      ['deploy-expression', () => deploy(deployer, 'expression', '(+ 1 2)')],
      ['deploy-literal', () => deploy(deployer, 'literal', 'u1')],
      ['deploy-single-constant', () => deploy(deployer, 'single-constant', '(define-constant ONLY u1)')],
      ['deploy-single-variable', () => deploy(deployer, 'single-variable', '(define-data-var only uint u1)')],
      ['deploy-single-map', () => deploy(deployer, 'single-map', '(define-map only uint uint)')],
      ['deploy-single-token', () => deploy(deployer, 'single-token', '(define-fungible-token only)')],
      ['deploy-single-trait', () => deploy(deployer, 'single-trait', '(define-trait only ((f (uint) (response bool uint))))')],
      ['deploy-print', () => deploy(deployer, 'print', '(print "deployed") (define-constant A u1) (print {a: A})')],
      ['deploy-unbalanced', () => deploy(deployer, 'unbalanced', '(define-constant A u1))')],
      ['deploy-unclosed-string', () => deploy(deployer, 'unclosed', '(define-constant A "x')],
      ['deploy-unknown-function', () => deploy(deployer, 'unknown-function', '(define-public (f) (nope u1))')],
      ['deploy-unknown-variable', () => deploy(deployer, 'unknown-variable', '(define-public (f) (ok nope))')],
      ['deploy-redefined', () => deploy(deployer, 'redefined', '(define-constant a u1) (define-constant a u2)')],
      ['deploy-reserved', () => deploy(deployer, 'reserved', '(define-constant map u1)')],
      ['deploy-not-a-response', () => deploy(deployer, 'not-a-response', '(define-public (f) u1)')],
      ['deploy-writing-read-only', () => deploy(deployer, 'writing', '(define-data-var v uint u0) (define-read-only (f) (var-set v u1))')],
      ['deploy-recursive', () => deploy(deployer, 'recursive', '(define-private (f (n uint)) (g n)) (define-private (g (n uint)) (f n))')],
      ['deploy-calls-missing-contract', () => deploy(deployer, 'calls-missing', '(define-public (f) (contract-call? .nowhere f))')],
      ['deploy-calls-missing-function', () => deploy(deployer, 'calls-missing-fn', '(define-public (f) (contract-call? .inner nope))')],
    ],
    { lookUp: false },
  );
  await chain(
    deployer,
    [
      [
        'deploy-unchecked-response',
        () => deploy(deployer, 'unchecked', '(define-public (f) (begin (contract-call? .inner bump) (ok u1)))'),
      ],
      ['deploy-panicking', () => deploy(deployer, 'panicking', '(define-constant A (unwrap-panic (if true none (some u1))))')],
      [
        'deploy-calling',
        () => deploy(deployer, 'calling', '(contract-call? .inner bump) (define-read-only (f) (contract-call? .inner get-n))'),
      ],
      ['deploy-top-level-error', () => deploy(deployer, 'top-level-error', '(define-data-var v uint u0) (asserts! false (err u1))')],
      ['deploy-paying', () => deploy(deployer, 'paying', `(define-constant PAID (stx-transfer? u1000 tx-sender '${RECIPIENT}))`)],
      [
        'deploy-paying-denied',
        () => deploy(deployer, 'paying-denied', `(stx-transfer? u1000 tx-sender '${RECIPIENT})`, { postConditionMode: 'deny' }),
      ],
      [
        'deploy-paying-in-condition',
        () =>
          deploy(deployer, 'paying-in-condition', `(stx-transfer? u1000 tx-sender .shapes) (define-read-only (f) u1)`, {
            postConditionMode: 'deny',
            postConditions: [{ type: 'stx-postcondition', address: deployer.address, condition: 'eq', amount: 1_000n }],
          }),
      ],
      [
        'deploy-paying-out-of-condition',
        () =>
          deploy(deployer, 'paying-out-of-condition', `(stx-transfer? u1000 tx-sender .shapes) (define-read-only (f) u1)`, {
            postConditions: [{ type: 'stx-postcondition', address: deployer.address, condition: 'lt', amount: 1_000n }],
          }),
      ],
      [
        'deploy-minting',
        () =>
          deploy(
            deployer,
            'minting',
            `(define-fungible-token t) (define-non-fungible-token n uint) (ft-mint? t u5 tx-sender) (nft-mint? n u1 tx-sender)`,
            { postConditionMode: 'deny' },
          ),
      ],
      ['deploy-name-odd', () => deploy(deployer, 'A_b-9', '(define-read-only (f) u1)')],
      ['deploy-name-40', () => deploy(deployer, 'n'.repeat(40), '(define-read-only (f) u1)')],
      [
        'deploy-token-limit-zero',
        () => deploy(deployer, 'limit-zero', '(define-fungible-token t u0) (define-read-only (f) (ft-get-supply t))'),
      ],
      ['deploy-list-mixed', () => deploy(deployer, 'list-mixed', '(define-constant A (list 1 u1))')],
      ['deploy-int-too-large', () => deploy(deployer, 'int-too-large', '(define-constant A 170141183460469231731687303715884105728)')],
      ['deploy-bad-principal', () => deploy(deployer, 'bad-principal', "(define-constant A 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGX)")],
      [
        'deploy-mainnet-principal',
        () => deploy(deployer, 'mainnet-principal', "(define-constant A 'SP000000000000000000002Q6VF78) (define-read-only (f) A)"),
      ],
      ['deploy-bad-hex', () => deploy(deployer, 'bad-hex', '(define-constant A 0xabc)')],
      ['deploy-tabs-and-crlf', () => deploy(deployer, 'tabs', '(define-read-only\t(f)\n\n\tu1)\n')],
      [
        'deploy-use-trait',
        () => deploy(deployer, 'use-trait', '(use-trait s .shapes.shown) (define-public (f (t <s>)) (contract-call? t show u1))'),
      ],
    ],
    { lookUp: false },
  );

  // not decodable: the source must be printable ASCII, a name must begin with a letter
  const odd = async (contractName, source, edit) => edit(kit.hex(await deploy(deployer, contractName, source)));
  const hexOf = (text) => Buffer.from(text).toString('hex');
  await send('deploy-name-digit', 'exact', await odd('a-name', 'u1', (h) => h.replace(hexOf('a-name'), hexOf('1-name'))));
  await send('deploy-name-space', 'exact', await odd('a-name', 'u1', (h) => h.replace(hexOf('a-name'), hexOf('a name'))));
  await send('deploy-name-dot', 'exact', await odd('a-name', 'u1', (h) => h.replace(hexOf('a-name'), hexOf('a.name'))));
  await send('deploy-name-transient', 'reason', await odd('__transien', 'u1', (h) => h));
  await send('deploy-name-41', 'exact', await deploy(deployer, 'n'.repeat(41), 'u1'));
  await send('deploy-source-unicode', 'exact', await deploy(deployer, 'unicode', '(define-constant A u"é")'));
  await send('deploy-source-carriage-return', 'exact', await deploy(deployer, 'returns', 'u1\r\n'));
  await send('deploy-source-null', 'exact', await deploy(deployer, 'null', 'u1\0'));
  await send(
    'deploy-clarity-0',
    'exact',
    await odd('clarity', 'u1', (h) => h.replace(`0604${'07'}${hexOf('clarity')}`, `0600${'07'}${hexOf('clarity')}`)),
  );
  await send('deploy-clarity-6', 'exact', await deploy(deployer, 'clarity', 'u1', { clarityVersion: 6 }));
  await send(
    'deploy-clarity-7',
    'exact',
    await odd('clarity', 'u1', (h) => h.replace(`0604${'07'}${hexOf('clarity')}`, `0607${'07'}${hexOf('clarity')}`)),
  );
  await send('deploy-exists', 'exact', await deploy(deployer, 'shapes', 'u1'));
  await send('deploy-fee-too-low', 'exact', await deploy(deployer, 'cheap', '(define-read-only (f) u1)', { fee: 10n }));
  const nested = (depth) => `${'(+ 1 '.repeat(depth)}1${')'.repeat(depth)}`;
  await chain(
    deployer,
    [
      ['deploy-nested-30', () => deploy(deployer, 'nested-30', `(define-constant A ${nested(30)}) (define-read-only (f) A)`)],
      ['deploy-nested-100', () => deploy(deployer, 'nested-100', `(define-constant A ${nested(100)}) (define-read-only (f) A)`)],
      ['deploy-nested-200', () => deploy(deployer, 'nested-200', nested(200))],
    ],
    { lookUp: false },
  );

  for (const name of ['shower', 'single-trait', 'print', 'use-trait', 'empty', 'expression', 'nested-100']) {
    await get(`interface-${name}`, 'interface', `/v2/contracts/interface/${deployer.address}/${name}`);
    await get(`source-${name}`, 'source', `/v2/contracts/source/${deployer.address}/${name}?proof=0`);
  }
  await get('interface-shapes', 'interface', `/v2/contracts/interface/${deployer.address}/shapes`);
  for (const name of ['unbalanced', 'panicking', 'paying-denied', 'top-level-error']) {
    await get(`source-of-failed-${name}`, 'exact', `/v2/contracts/source/${deployer.address}/${name}?proof=0`);
  }
  await get('account-paid-contract', 'exact', `/v2/accounts/${at('shapes')}?proof=0`);
}
