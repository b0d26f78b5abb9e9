import { rules } from '../../check.js';

rules(
  'bits',
  [
    ['(bit-and 1 2 3)', 'int', 1048],
    ['(bit-or u1 u2)', 'uint', 894],
    ['(bit-xor 1 u2)', "expecting expression of type 'int', found 'uint'", 884],
    ['(bit-not 1)', 'int', 686],
    ['(bit-not true)', "expecting expression of type 'int' or 'uint', found 'bool'", 772],
    ['(bit-shift-left 1 u2)', 'int', 1083],
    ['(bit-shift-right u1 u2)', 'uint', 1251],
    ['(bit-shift-left 1 2)', "expecting expression of type 'uint', found 'int'", 1046],
    ['(bit-shift-left true u1)', "expecting expression of type 'int' or 'uint', found 'bool'", 1169],
    ['(bit-shift-left 1)', 'expecting 2 arguments, got 1', 751],
    ['(xor 1 2)', 'int', 759],
    ['(xor 1 2 3)', 'expecting 2 arguments, got 3', 588],
  ],
  { version: 2 },
);

rules(
  'bits: Clarity 1 has only xor',
  [
    ['(xor u1 u2)', 'uint', 813],
    ['(bit-and 1 2)', "use of unresolved function 'bit-and'", 504],
    ['(bit-shift-left 1 u2)', "use of unresolved function 'bit-shift-left'", 720],
  ],
  { version: 1 },
);
