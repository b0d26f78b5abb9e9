import { rules } from '../../check.js';

rules('tuple', [
  ['{a: 1, b: true}', '(tuple (a int) (b bool))', 792],
  ['(tuple (b 1) (a none))', '(tuple (a (optional UnknownType)) (b int))', 984],
  ['(tuple)', 'expecting >= 1 arguments, got 0', 441],
  ['{}', 'expecting >= 1 arguments, got 0', 306],
  ['(tuple (a 1) (a 2))', "invalid tuple syntax: defining 'a' conflicts with previous value", 868],
  ['(tuple a)', 'invalid syntax binding: Tuple constructor item #1 is not a list', 396],
  ['(tuple (a))', 'invalid syntax binding: Tuple constructor item #1 is not a two-element list', 450],
  ['(tuple (1 2))', "invalid syntax binding: Tuple constructor item #1's name is not an atom", 614],
  ['(tuple (a x))', "use of unresolved variable 'x'", 630],
  ['{a: {b: {c: u1}}}', '(tuple (a (tuple (b (tuple (c uint))))))', 905],
]);

rules('get', [
  ['(get a {a: 1})', 'int', 713],
  ['(get a (some {a: 1}))', '(optional int)', 927],
  ['(get b {a: 1, c: 2})', "cannot find field 'b' in tuple '(tuple (a int) (c int))'", 922],
  ['(get a 1)', "expecting tuple, found 'int'", 510],
  ['(get a (some 1))', "expecting tuple, found 'int'", 720],
  ['(get a none)', "expecting tuple, found 'UnknownType'", 607],
  ['(get 1 {a: 1})', 'invalid tuple field name', 642],
  ['(get a)', 'expecting 2 arguments, got 1', 443],
  ['(get a {a: (some 1)})', '(optional int)', 926],
]);

rules('merge', [
  ['(merge {a: 1} {b: 2})', '(tuple (a int) (b int))', 1023],
  ['(merge {a: 1, b: 2} {b: u1})', '(tuple (a int) (b uint))', 1268],
  ['(merge {a: 1} 1)', "expecting tuple, found 'int'", 766],
  ['(merge 1 {a: 1})', "expecting tuple, found 'int'", 707],
  ['(merge {a: 1})', 'expecting 2 arguments, got 1', 640],
]);

rules('tuple: too large', [
  [
    '(define-private (f (x (buff 1048576))) {a: x})',
    'invalid tuple syntax: created a type which was greater than maximum allowed value size',
    1598,
  ],
  [
    '(define-private (f (x (buff 600000))) {a: x, b: x})',
    'invalid tuple syntax: created a type which was greater than maximum allowed value size',
    1820,
  ],
  [
    '(define-private (f (x (buff 600000))) {a: x, b: x, c: 1})',
    'invalid tuple syntax: type size of 1200022 bytes exceeds maximum of 1048576 bytes',
    2031,
  ],
]);

rules(
  'merge: the size is checked from epoch 4.0 on',
  [
    ['(define-private (f (x (buff 600000))) (merge {a: x} {b: x}))', 'defined', 2260],
    [
      '(define-private (f (x (buff 600000))) (some (merge {a: x} {b: x})))',
      'unexpected and unacceptable interpreter behavior: Unexpected error type during static analysis: ' +
        'InvariantViolation("FAIL: .size() overflowed on too large of a type. Construction should have failed!")',
      2379,
    ],
    [
      '(define-private (f (x (buff 600000))) (list (merge {a: x} {b: x})))',
      'unexpected and unacceptable interpreter behavior: Unexpected error type during static analysis: ' +
        'InvariantViolation("FAIL: .size() overflowed on too large of a type. Construction should have failed!")',
      2374,
    ],
  ],
  { version: 5, epoch: '3.4' },
);

rules('merge: too large', [
  [
    '(define-private (f (x (buff 600000))) (merge {a: x} {b: x}))',
    'created a type which was greater than maximum allowed value size',
    2155,
  ],
]);
