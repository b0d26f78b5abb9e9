import { rules } from '../../check.js';

rules('conversions', [
  ['(buff-to-int-le 0x01)', 'int', 1412],
  ['(buff-to-uint-be 0x01)', 'uint', 1439],
  ['(buff-to-int-be 0x0011223344556677889900112233445566)', "expecting expression of type '(buff 16)', found '(buff 17)'", 2266],
  ['(string-to-int? "1")', '(optional int)', 1386],
  ['(string-to-uint? u"1")', '(optional uint)', 2006],
  ['(string-to-int? 1)', "expecting expression of type '(string-ascii 1048576)' or '(string-utf8 262144)', found 'int'", 1883],
  ['(int-to-ascii 1)', '(string-ascii 40)', 825],
  ['(int-to-utf8 u1)', '(string-utf8 40)', 939],
  ['(int-to-ascii "1")', "expecting expression of type 'int' or 'uint', found '(string-ascii 1)'", 1887],
]);

rules('consensus buffers', [
  ['(to-consensus-buff? 1)', '(optional (buff 17))', 874],
  ['(to-consensus-buff? {a: (list 1 2), b: "abc"})', '(optional (buff 56))', 1701],
  ['(to-consensus-buff? none)', '(optional (buff 1))', 971],
  ['(to-consensus-buff? (ok 1))', '(optional (buff 18))', 1031],
  ['(to-consensus-buff? (list))', 'could not determine the input type for the serialization function', 1001],
  ['(to-consensus-buff? tx-sender)', '(optional (buff 151))', 1105],
  ['(to-consensus-buff? (list .a .b))', 'could not determine the input type for the serialization function', 1201],
  [
    '(define-private (f (x (buff 1048576))) (to-consensus-buff? x))',
    'created a type which was greater than maximum allowed value size',
    1988,
  ],
  ['(from-consensus-buff? uint 0x00)', '(optional uint)', 1715],
  ['(from-consensus-buff? {a: (list 3 int)} 0x00)', '(optional (tuple (a (list 3 int))))', 2096],
  ['(from-consensus-buff? foo 0x00)', "failed to parse type: 'foo'", 1097],
  ['(from-consensus-buff? (list u3 int) 0x00)', 'supplied type description is invalid', 1373],
  ['(from-consensus-buff? uint 1)', "expecting expression of type '(buff 1048576)', found 'int'", 1609],
  ['(from-consensus-buff? uint)', 'expecting 2 arguments, got 1', 882],
  ['(from-consensus-buff? (tuple (a)) 0x00)', 'invalid syntax binding: Tuple constructor item #1 is not a two-element list', 1319],
]);

rules(
  'to-ascii?',
  [
    ['(to-ascii? 1)', '(response (string-ascii 40) uint)', 632],
    ['(to-ascii? true)', '(response (string-ascii 5) uint)', 728],
    ['(to-ascii? tx-sender)', '(response (string-ascii 170) uint)', 863],
    ['(to-ascii? .a)', '(response (string-ascii 170) uint)', 659],
    ['(to-ascii? 0x0102)', '(response (string-ascii 6) uint)', 771],
    ['(to-ascii? u"abc")', '(response (string-ascii 3) uint)', 771],
    [
      '(to-ascii? "abc")',
      "expecting expression of type 'int', 'uint', 'bool', 'principal', '(buff 524284)' or '(string-utf8 " +
        "262144)', found '(string-ascii 3)'",
      728,
    ],
    [
      '(define-private (f (x (buff 524285))) (to-ascii? x))',
      "expecting expression of type 'int', 'uint', 'bool', 'principal', '(buff 524284)' or '(string-utf8 " +
        "262144)', found '(buff 524285)'",
      1718,
    ],
    ['(define-private (f (x (buff 524284))) (to-ascii? x))', 'defined', 1805],
  ],
  { version: 4 },
);
