import { expect, test } from 'vitest';
import { call, costOf, DEPLOYER, OTHER, sessionWith, shown } from '../run.js';

// Costs and texts are those of stacks-core 4.0.2.

test('an entry whose stored optional is too deep costs the declared sizes', () => {
  const deep = (depth: number): string => (depth === 0 ? 'uint' : `(optional ${deep(depth - 1)})`);
  const bindings = Array.from({ length: 30 }, (_, at) => `(v${at + 1} (some v${at}))`).join('\n');
  const source = `(define-map deep { key: uint } { data: ${deep(30)} })
(define-public (insert) (let ((v0 u0) ${bindings}) (ok (map-insert deep { key: u0 } { data: v30 }))))
(define-public (remove) (ok (map-delete deep { key: u0 })))`;
  const session = sessionWith({ contracts: { deep: source } });
  const costs = ['insert', 'remove'].map((fn) => {
    const outcome = session.call({ contract: `${DEPLOYER}.deep`, fn, args: [], sender: DEPLOYER });
    expect(shown(outcome)).toBe('TypeSignatureTooDeep');
    return costOf(outcome).slice(1);
  });
  const size = source.length;
  expect(costs).toEqual([
    [4, size + 1, 1, 117],
    [4, size + 1, 1, 28],
  ]);
});

test('a tuple with more fields than its type has, in a list: unreadable before epoch 2.4, then without the fields', () => {
  const source = `(define-data-var items (list 10 { a: int }) (list { a: 1 }))
(define-map kept uint (list 10 { a: int }))
(define-public (add)
  (begin
    (var-set items (unwrap! (as-max-len? (append (var-get items) { a: 2, b: 2 }) u10) (err u1)))
    (ok (map-set kept u1 (unwrap! (as-max-len? (append (list { a: 1 }) { a: 2, b: 2 }) u10) (err u1))))))
(define-read-only (read) (var-get items))
(define-read-only (read-map) (map-get? kept u1))
(define-public (insert) (ok (map-insert kept u1 (list))))`;
  const session = sessionWith({ epoch: '2.3', contracts: { items: source } });
  expect(call(session, 'items', 'add')).toBe('(ok true)');
  const unreadable = 'rejected: Internal(Expect("Deserialization expected the type of the input to be: (tuple (a int))"))';
  for (const fn of ['read', 'read-map', 'insert']) expect(call(session, 'items', fn), fn).toBe(unreadable);
  session.enter('2.4');
  expect(call(session, 'items', 'read')).toBe('((tuple (a 1)) (tuple (a 2)))');
  expect(call(session, 'items', 'read-map')).toBe('(some ((tuple (a 1)) (tuple (a 2))))');
  expect(call(session, 'items', 'insert')).toBe('(ok false)');
});

test('from epoch 2.4 on, what is stored has no more fields than its type', () => {
  const source = `(define-data-var items (list 10 { a: int }) (list { a: 1 }))
(define-public (add) (ok (var-set items (unwrap! (as-max-len? (append (var-get items) { a: 2, b: 2 }) u10) (err u1)))))
(define-read-only (read) (var-get items))`;
  const session = sessionWith({ epoch: '2.4', version: 2, contracts: { items: source } });
  expect(call(session, 'items', 'add')).toBe('(ok true)');
  expect(call(session, 'items', 'read')).toBe('((tuple (a 1)) (tuple (a 2)))');
});

test('what a map writes stays in memory until the end of the transaction: the key, and the entry', () => {
  const source = `(define-map kept uint uint)
(define-public (nothing) (ok true))
(define-public (set) (ok (map-set kept u1 u1)))
(define-public (insert) (ok (map-insert kept u1 u1)))
(define-public (remove) (ok (map-delete kept u1)))
(define-public (read) (begin (map-get? kept u1) (ok true)))`;
  const session = sessionWith({ contracts: { kept: source } });
  const memoryOf = (fn: string) => session.call({ contract: `${DEPLOYER}.kept`, fn, args: [], sender: DEPLOYER }).memory;
  const nothing = memoryOf('nothing');
  // A uint takes 17 bytes, an optional one more. An entry that is there is not inserted, one that is deleted is a stored `none`.
  const kept = ['remove', 'read', 'insert', 'insert', 'set', 'remove'].map((fn) => memoryOf(fn) - nothing);
  expect(kept).toEqual([17, 0, 17 + 18, 17, 17 + 18, 17 + 1]);
});

test('what a token writes stays in memory, too: its name and its owner', () => {
  const source = `(define-non-fungible-token card uint)
(define-public (nothing) (ok true))
(define-public (mint) (nft-mint? card u1 tx-sender))
(define-public (send) (nft-transfer? card u1 tx-sender '${OTHER}))
(define-public (burn) (nft-burn? card u1 '${OTHER}))`;
  const session = sessionWith({ contracts: { cards: source } });
  const memoryOf = (fn: string, sender = DEPLOYER) => session.call({ contract: `${DEPLOYER}.cards`, fn, args: [], sender }).memory;
  const nothing = memoryOf('nothing');
  const kept = [memoryOf('mint'), memoryOf('send'), memoryOf('burn', OTHER)].map((memory) => memory - nothing);
  expect(new Set(kept).size).toBe(1);
  expect(kept[0]).toBeGreaterThan(17);
});
