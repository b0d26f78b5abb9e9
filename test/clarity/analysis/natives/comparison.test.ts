import { rules } from '../../check.js';

rules('comparison: two of a kind', [
  ['(< 1 2)', 'bool', 705],
  ['(>= u1 u2)', 'bool', 786],
  ['(<= "a" "abc")', 'bool', 1806],
  ['(> 0x01 0x0203)', 'bool', 1833],
  ['(< u"a" u"b")', 'bool', 1779],
  ['(< 1 u2)', "expecting expression of type 'int', found 'uint'", 722],
  ['(< "a" u"a")', "expecting expression of type '(string-ascii 1)', found '(string-utf8 1)'", 1742],
  [
    '(< true false)',
    "expecting expression of type 'int', 'uint', '(string-ascii 1048576)', '(string-utf8 262144)' or '(buff " + "1048576)', found 'bool'",
    914,
  ],
  ['(< 1)', 'expecting 2 arguments, got 1', 400],
  ['(< 1 2 3)', 'expecting 2 arguments, got 3', 534],
  [
    '(< tx-sender tx-sender)',
    "expecting expression of type 'int', 'uint', '(string-ascii 1048576)', '(string-utf8 262144)' or '(buff " +
      "1048576)', found 'principal'",
    1157,
  ],
]);

rules(
  'comparison: Clarity 1 compares integers only',
  [
    ['(< 1 2)', 'bool', 705],
    [
      '(< "a" "b")',
      "expecting expression of type 'int', 'uint', '(string-ascii 1048576)', '(string-utf8 262144)' or '(buff " +
        "1048576)', found '(string-ascii 1)'",
      1715,
    ],
    [
      '(< 0x01 0x02)',
      "expecting expression of type 'int', 'uint', '(string-ascii 1048576)', '(string-utf8 262144)' or '(buff " +
        "1048576)', found '(buff 1)'",
      1769,
    ],
  ],
  { version: 1 },
);
