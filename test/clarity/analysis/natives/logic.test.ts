import { rules } from '../../check.js';

rules('logic', [
  ['(and true false)', 'bool', 978],
  ['(or true)', 'bool', 647],
  ['(not false)', 'bool', 701],
  ['(and)', 'expecting >= 1 arguments, got 0', 387],
  ['(and true 1)', "expecting expression of type 'bool', found 'int'", 845],
  ['(or 1 true)', "expecting expression of type 'bool', found 'int'", 704],
  ['(or 1 2 3)', "expecting expression of type 'bool', found 'int'", 675],
  ['(not 1)', "expecting expression of type 'bool', found 'int'", 568],
  ['(not true false)', 'expecting 1 arguments, got 2', 740],
  ['(not)', 'expecting 1 arguments, got 0', 387],
]);
