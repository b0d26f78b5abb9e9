import { expect, test } from 'vitest';
import { costsOf } from '#dist/clarity/costs/costs.js';
import { CostTracker } from '#dist/clarity/costs/tracker.js';
import { epochOf } from '#dist/clarity/epoch.js';
import { diagnose } from '#dist/clarity/syntax/parse.js';
import { DEPLOYER } from '../check.js';
import { placeOf, treeOf } from './tree.js';

function diagnoseSource(source: string) {
  const epoch = epochOf('4.0');
  const costs = new CostTracker(costsOf(epoch));
  const { diagnostics, expressions } = diagnose(source, `${DEPLOYER}.contract`, { version: 6, epoch, costs });
  return {
    messages: diagnostics.map(({ level, message, span }) => `${span === undefined ? '' : placeOf({ span })} ${level}: ${message}`),
    trees: expressions.map(treeOf),
  };
}

test('a right source has no diagnostics', () => {
  expect(diagnoseSource('(+ 1 2)')).toEqual({ messages: [], trees: ['1(2+ 3:1 4:2)'] });
});

test('all errors are found, those of the lexer first', () => {
  expect(diagnoseSource('(a))\n{a: 1 b 2}\n(c"d" 1x)\n(e').messages).toEqual([
    "3:3-3:5 error: invalid character, '\"', in identifier",
    "3:8-3:8 error: invalid character, 'x', in int literal",
    "1:4-1:4 error: unexpected ')'",
    "2:7-2:7 error: expected ',' separating key-value pairs in tuple",
    "2:9-2:9 error: expected ':' after key in tuple",
    "4:3-4:3 error: expected closing ')'",
    "4:1-4:1 note: to match this '('",
  ]);
});

test('a missing quote has a note', () => {
  expect(diagnoseSource('(a "b\n)').messages).toEqual(["1:6-1:6 error: expected closing '\"'", "1:4-1:4 note: to match this '\"'"]);
});

test('line endings are reported once', () => {
  expect(diagnoseSource('(a\r\n)\r\n').messages).toEqual([
    "1:3-1:3 error: unsupported line-ending '\\r', only '\\n' is supported",
    '1:3-1:3 note: you may need to change your editor from CRLF mode to LF mode',
  ]);
});

test('passes over the whole source report after the parser', () => {
  const { messages } = diagnoseSource('(define-private (a) (b)) (define-private (b) (a)) (define-private (c (x <t>)) 1)');
  expect(messages).toEqual([
    '1:18-1:18 error: detected interdependent functions (a, b)',
    '1:73-1:75 error: use of undeclared trait <t>',
    '1:73-1:75 error: use of undeclared trait <t>',
  ]);
});

test('what could be read is there', () => {
  expect(diagnoseSource('(define-constant a 1)\n(b ~ 2)').trees).toEqual(['1(2define-constant 3a 4:1)', '5(6b 7:2)']);
});
