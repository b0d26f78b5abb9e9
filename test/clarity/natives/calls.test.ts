import { expect, test } from 'vitest';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { call, DEPLOYER, sessionWith, shown } from '../run.js';

// By clarity/src/vm/functions/database.rs and sequences.rs of stacks-core 4.0.2.

test('a constant names a contract to call, but not while its own contract is deployed', () => {
  const target = '(define-public (f) (ok u7))';
  const source = '(define-constant there .target) (define-public (run) (contract-call? there f))';
  const session = sessionWith({ contracts: { target, caller: source } });
  expect(call(session, 'caller', 'run')).toBe('(ok u7)');
  const older = sessionWith({ epoch: '3.4', version: 2, contracts: { target, caller: source } });
  expect(call(older, 'caller', 'run')).toBe('(ok u7)');
  expect(shown(session.deploy({ contract: `${DEPLOYER}.eager`, source: `${source} (run)` }))).toMatch(/ContractCallExpectName/);
});

test.each(['0x010203', '"abc"', 'u"abc"', '(list u1 u2 u3)'])('replace-at? in %s takes one element; an empty one fails', (sequence) => {
  const [one, empty] = { '0': ['0x09', '0x'], '"': ['"z"', '""'], u: ['u"z"', 'u""'], '(': ['u9', undefined] }[sequence[0] ?? ''] ?? [];
  const at = (element: string, index: string) => `(replace-at? ${sequence} ${index} ${element})`;
  const source = `(define-read-only (run) ${at(String(one), 'u1')}) (define-read-only (beyond) ${at(String(one), 'u3')})
${empty === undefined ? '' : `(define-read-only (emptied) ${at(empty, 'u1')})`}`;
  const session = sessionWith({ contracts: { c: source } });
  const changed = { '0': '(some 0x010903)', '"': '(some "azc")', u: '(some u"azc")', '(': '(some (u1 u9 u3))' }[sequence[0] ?? ''];
  expect([call(session, 'c', 'run'), call(session, 'c', 'beyond')]).toEqual([changed, 'none']);
  if (empty !== undefined) expect(call(session, 'c', 'emptied')).toMatch(/SequenceElementArityMismatch|arity/i);
});

test('as-contract? ends with its body: afterwards sender and caller are those of before', () => {
  const source = `(define-read-only (who) { sender: tx-sender, caller: contract-caller })
(define-public (run) (let ((inside (as-contract? () (who)))) (ok { inside: inside, after: (who) })))
(define-public (failed) (let ((inside (as-contract? () (try! (if true (err u1) (ok u1)))))) (ok { inside: inside, after: (who) })))`;
  const session = sessionWith({ contracts: { c: source } });
  const own = `${DEPLOYER}.c`;
  const of = (who: string) => `(tuple (caller ${who}) (sender ${who}))`;
  expect(call(session, 'c', 'run')).toBe(`(ok (tuple (after ${of(DEPLOYER)}) (inside (ok ${of(own)}))))`);
});

test.each([
  ['0x0100000000000000000000000000000001', 'uint', '(some u1)'],
  ['0x01000000000000000000000000000001', 'uint', 'none'],
  ['0x0000000000000000000000000000000001', 'uint', 'none'],
  ['0x', 'uint', 'none'],
  ['0xff', 'bool', 'none'],
])('from-consensus-buff? of %s as %s is %s', (hex, type, expected) => {
  const session = sessionWith({ contracts: { c: `(define-read-only (run) (from-consensus-buff? ${type} ${hex}))` } });
  expect(call(session, 'c', 'run')).toBe(expected);
});

test('contract-of fails for a contract that does not exist', () => {
  const source = `(define-trait any ((f () (response bool uint))))
(define-public (f) (ok true))
(define-public (of (it <any>)) (ok (contract-of it)))`;
  const session = sessionWith({ contracts: { c: source } });
  const [own, missing] = [`${DEPLOYER}.c`, `${DEPLOYER}.missing`];
  expect(call(session, 'c', 'of', [parsePrincipal(own)])).toBe(`(ok ${own})`);
  expect(call(session, 'c', 'of', [parsePrincipal(missing)])).toBe(`NoSuchContract("${missing}")`);
});

// By `special_map_v200` and `special_map_v400`.
test.each([
  ['(map + (list 1 2 3))', '(1 2 3)', '(1 2 3)'],
  ['(map + (list 1 2) (list 10 20))', '(11 22)', '(11 22)'],
  ['(map + (list 1 2 3) (list 10 20))', '(11 22)', '(11 22)'],
  ['(map + (list 1 2) (list 10 20 30))', '(11 22)', '(11 22)'],
  ['(map + (list 1 2) (list 10 20 30 40) (list 100 200 300))', '(111 222)', '(111 222)'],
  ['(map + (list 1 2 3) (list 10) (list 100 200))', '(111)', '(111)'],
  ['(map + (none-of) (none-of))', '()', '()'],
  ['(map + (list 1 2) (none-of))', '(1 2)', '()'],
  ['(map + (none-of) (list 1 2))', '(1)', '()'],
  ['(map + (none-of) (list 1 2) (list 10 20))', '(11)', '()'],
])('%s is %s before epoch 4.0, then %s', (expression, before, after) => {
  const source = `(define-private (none-of) (unwrap-panic (slice? (list 1 2) u0 u0)))
(define-read-only (run) ${expression})`;
  const answers = (['3.4', '4.0'] as const).map((epoch) => call(sessionWith({ epoch, contracts: { c: source } }), 'c', 'run'));
  expect(answers).toEqual([before, after]);
});
