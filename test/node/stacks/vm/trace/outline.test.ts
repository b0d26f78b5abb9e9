import { expect, test } from 'vitest';
import { outlineForms } from '#dist/node/stacks/vm/trace/outline.js';

const SOURCE = `;; a comment with ( and "
(define-constant TEXT "a ) in text") (define-data-var n uint u0)
(define-public ;; why
  (add (a uint) (b { x: (list 2 uint), y: (optional principal) }))
  (begin ;; first
    (print "😀 \\" )") (ok a)))
`;

test('default: the forms of a source with their positions, functions and parameters', () => {
  const { forms, functionNamed } = outlineForms(SOURCE);
  expect(forms.map(({ line, column, end }) => [line, column, end.line, end.column])).toEqual([
    [2, 1, 2, 36],
    [2, 38, 2, 64],
    [3, 1, 6, 29],
  ]);
  expect(functionNamed('add')?.function).toEqual({ name: 'add', parameters: ['a', 'b'] });
  expect(functionNamed('TEXT')).toBeUndefined();
});

test('behavior: an expression is on one line, without comments, and columns count code points', () => {
  const { expressionAt, formAt } = outlineForms(SOURCE);
  expect(expressionAt({ line: 5, column: 3 })).toBe('(begin (print "😀 \\" )") (ok a))');
  expect(expressionAt({ line: 6, column: 22 })).toBe('(ok a)');
  expect(expressionAt({ line: 6, column: 26 })).toBe('a');
  expect(expressionAt({ line: 99, column: 1 })).toBeUndefined();
  expect(formAt({ line: 6, column: 22 })?.function?.name).toBe('add');
  expect(formAt({ line: 1, column: 3 })).toBeUndefined();
});

test('error: of a source that does not compile, what can be read', () => {
  expect(outlineForms('(define-public (f (n uint)').forms).toEqual([]);
  expect(outlineForms(') (ok u1)').forms).toHaveLength(1);
});
