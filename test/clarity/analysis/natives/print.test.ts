import { rules } from '../../check.js';

rules('print', [
  ['(print 1)', 'int', 518],
  ['(print .a)', '(principal <d>.a)', 545],
  ['(print)', 'expecting 1 arguments, got 0', 441],
  ['(print 1 2)', 'expecting 1 arguments, got 2', 553],
  ['(print (ok 1))', '(response int UnknownType)', 677],
]);
