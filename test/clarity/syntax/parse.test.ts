import { expect, test } from 'vitest';
import { costsOf } from '#dist/clarity/costs/costs.js';
import { CostTracker } from '#dist/clarity/costs/tracker.js';
import { epochOf } from '#dist/clarity/epoch.js';
import type { Expression } from '#dist/clarity/syntax/expression.js';
import { diagnose, parse } from '#dist/clarity/syntax/parse.js';
import { DEPLOYER } from '../check.js';
import { placeOf, treeOf } from './tree.js';

const epoch = epochOf('4.0');

function parseSource(source: string) {
  const costs = new CostTracker(costsOf(epoch));
  const expressions = parse(source, `${DEPLOYER}.contract`, { version: 6, epoch, costs });
  return { expressions, runtime: costs.runtime };
}

function treesOf(source: string): string[] {
  return parseSource(source).expressions.map((expression) => treeOf(expression).replaceAll(DEPLOYER, '<d>'));
}

test('literals', () => {
  expect(treesOf('1 -5 007 u1 0x0aFF "a\\n\\"b" u"x\\u{1f600}y" true')).toEqual([
    '1:1',
    '2:-5',
    '3:7',
    '4:u1',
    '5:0x0aff',
    '6:"a\\n\\"b"',
    '7:u"x\\u{f09f9880}y"',
    '8true',
  ]);
  expect(treesOf(`'${DEPLOYER} '${DEPLOYER}.a .b '${DEPLOYER}.a.t .b.t`)).toEqual([
    '1:<d>',
    '2:<d>.a',
    '3:<d>.b',
    '4:<d>.a.t',
    '5:<d>.b.t',
  ]);
});

test('operators and names', () => {
  expect(treesOf('(+ - * / < <= > >= is-ok? a!b x/y)')).toEqual(['1(2+ 3- 4* 5/ 6< 7<= 8> 9>= 10is-ok? 11a!b 12x/y)']);
});

test('tuples in braces are lists; a comma may follow the last pair', () => {
  expect(treesOf('{a: 1, b: {c: u2},}')).toEqual(['1(2tuple 3(4a 5:1) 6(7b 8(9tuple 10(11c 12:u2))))']);
  expect(treesOf('{}')).toEqual(['1(2tuple)']);
  expect(treesOf('(tuple (a 1))')).toEqual(['1(2tuple 3(4a 5:1))']);
});

test('traits are resolved', () => {
  expect(treesOf('(use-trait a .b.t) (define-trait c ((f (<a>) (response bool uint)))) (define-private (g (x <c>)) 1)')).toEqual([
    '1(2use-trait 3a 4:<d>.b.t)',
    '5(6define-trait 7c 8(9(10f 11(12<a imported <d>.b.t>) 13(14response 15bool 16uint))))',
    '17(18define-private 19(20g 21(22x 23<c defined <d>.contract.c>)) 24:1)',
  ]);
});

test('expressions and comments have places', () => {
  const costs = new CostTracker(costsOf(epoch));
  const source = ';; first\n(foo {a: 1}\n  ;;  second \n  "b") ;; third';
  const { expressions, comments } = diagnose(source, `${DEPLOYER}.contract`, { version: 6, epoch, costs });
  const [list] = expressions as [Extract<Expression, { type: 'list' }>];
  expect(placeOf(list)).toBe('2:1-4:6');
  expect(list.items.map(placeOf)).toEqual(['2:2-2:4', '2:6-2:11', '4:3-4:5']);
  const tuple = list.items[1] as typeof list;
  expect(tuple.items.map(placeOf)).toEqual(['2:6-2:11', '2:7-2:10']);
  expect(comments.map((comment) => [comment.text, placeOf(comment)])).toEqual([
    ['first', '1:1-1:8'],
    ['second ', '3:3-3:13'],
    ['third', '4:8-4:15'],
  ]);
});

test('the cost is that of the bytes, and of the mentions of definitions', () => {
  expect(parseSource('').runtime).toBe(81 + 72);
  expect(parseSource('(define-private (f) 1) (f) (f)').runtime).toBe(27 * 30 + 81 + 141 * 2 + 72);
});
