import { rules } from '../../check.js';

rules('list', [
  ['(list)', '(list 0 UnknownType)', 429],
  ['(list 1 2)', '(list 2 int)', 575],
  ['(list 1 u2)', "expecting expression of type 'int', found 'uint'", 587],
  ['(list none (some u1))', '(list 2 (optional uint))', 914],
  ['(list {a: 1} {a: 1, b: 2})', '(list 2 (tuple (a int)))', 1198],
  ['(list (list) (list 1))', '(list 2 (list 1 int))', 957],
  ['(list .a .b)', '(list 2 principal)', 629],
  ['(list .a tx-sender)', '(list 2 principal)', 833],
  ['(list "a" "abc")', '(list 2 (string-ascii 3))', 765],
  ['(define-private (f (x (buff 600000))) (list x x))', 'created a type which was greater than maximum allowed value size', 1709],
]);

rules('append and concat', [
  ['(append (list 1) 2)', '(list 2 int)', 960],
  ['(append (list) u1)', '(list 1 uint)', 914],
  ['(append (list 1) u2)', "expecting expression of type 'int', found 'uint'", 972],
  ['(append "a" "b")', 'expecting expression of type list', 717],
  ['(append 1 foo)', 'expecting expression of type list', 659],
  ['(concat "a" "bc")', '(string-ascii 3)', 1339],
  ['(concat 0x01 0x02 0x03)', '(buff 3)', 2084],
  ['(concat (list 1) (list) (list 2 3))', '(list 3 int)', 2701],
  ['(concat u"a" u"b")', '(string-utf8 2)', 1366],
  ['(concat "a" 0x00)', "expecting expression of type '(string-ascii 1)', found '(buff 1)'", 1325],
  ['(concat 1 "a")', "expecting expression of type 'list', 'buff', 'string-ascii' or 'string-utf8' - found 'int'", 1240],
  ['(concat "a" 1)', "expecting expression of type 'list', 'buff', 'string-ascii' or 'string-utf8' - found '(string-ascii 1)'", 1240],
  ['(concat "a")', 'expecting >= 2 arguments, got 1', 578],
  ['(concat (list 1) (list u1))', "expecting expression of type 'int', found 'uint'", 1752],
  ['(define-private (f (x (string-ascii 600000))) (concat x x))', 'created a type which was greater than maximum allowed value size', 2531],
]);

rules(
  'concat: two before Clarity 6',
  [
    ['(concat "a" "b")', '(string-ascii 2)', 1312],
    ['(concat "a" "b" "c")', 'expecting 2 arguments, got 3', 798],
    ['(concat "a")', 'expecting 2 arguments, got 1', 578],
  ],
  { version: 5 },
);

rules('as-max-len?: the length is a literal', [
  ['(as-max-len? (list 1 2) u1)', '(optional (list 1 int))', 1081],
  ['(as-max-len? "abc" u10)', '(optional (string-ascii 10))', 931],
  ['(as-max-len? 0x u0)', '(optional (buff 0))', 823],
  ['(as-max-len? u"a" u262145)', 'created a type which was greater than maximum allowed value size', 997],
  ['(as-max-len? (list 1) 5)', "expecting expression of type 'uint', found 'int'", 919],
  ['(as-max-len? (list 1) (+ u1 u2))', "expecting expression of type 'uint', found 'uint'", 1391],
  ['(as-max-len? (list 1) u4294967296)', 'expecting a value <= 4294967295', 1188],
  ['(as-max-len? 1 u5)', "expecting expression of type 'list', 'buff', 'string-ascii' or 'string-utf8' - found 'int'", 777],
  ['(as-max-len? (list 1) u100000)', 'created a type which was greater than maximum allowed value size', 1127],
  ['(as-max-len? 0x00 u1048576)', '(optional (buff 1048576))', 1039],
]);

rules('map', [
  ['(map + (list 1 2) (list 3))', '(list 1 int)', 1361],
  ['(map not (list true))', '(list 1 bool)', 1040],
  ['(map sha256 0x0102)', '(list 2 (buff 32))', 1405],
  ['(map + (list 1) (list u1))', "expecting expression of type 'int', found 'uint'", 1300],
  ['(map + (list 1) 1)', "expecting expression of type 'list', 'buff', 'string-ascii' or 'string-utf8' - found 'int'", 830],
  ['(map foo (list 1))', "use of unresolved function 'foo'", 639],
  ['(map if (list true))', "use of illegal / unresolved function 'if", 818],
  ['(map 1 (list 1))', 'expecting expression of type function', 585],
  ['(map not)', 'expecting >= 2 arguments, got 1', 396],
  ['(map not (list true) (list true))', 'expecting 1 arguments, got 2', 1291],
  ['(define-private (f (a int) (b (buff 1))) {a: a, b: b}) (map f (list 1 2 3) 0x0102)', '(list 2 (tuple (a int) (b (buff 1))))', 3739],
  ['(define-private (f (a int)) a) (map f (list u1))', "expecting expression of type 'int', found 'uint'", 1995],
  ['(map < "abc" "abd")', '(list 3 bool)', 1986],
  ['(map + (list 1) (list 2) (list true) (list 3))', "expecting expression of type 'int', found 'bool'", 2051],
]);

rules('filter and fold', [
  ['(filter not (list true false))', '(list 2 bool)', 1313],
  ['(filter + (list 1))', "expecting expression of type 'bool', found 'int'", 952],
  ['(filter not (list 1))', "expecting expression of type 'bool', found 'int'", 1006],
  ['(filter not true)', "expecting expression of type 'list', 'buff', 'string-ascii' or 'string-utf8' - found 'bool'", 773],
  ['(filter not)', 'expecting 2 arguments, got 1', 477],
  ['(fold + (list 1 2) 0)', 'int', 1390],
  ['(fold + (list 1) u1)', "expecting expression of type 'int', found 'uint'", 1106],
  ['(fold concat "abc" "")', "use of illegal / unresolved function 'concat", 870],
  [
    '(define-private (f (x int) (acc (list 5 int))) (append acc x)) (fold f (list 1) (list))',
    "expecting expression of type '(list 5 int)', found '(list 6 int)'",
    4752,
  ],
  ['(define-private (f (x int) (acc uint)) (+ acc u1)) (fold f (list 1 2) u0)', 'uint', 3313],
  ['(fold + (list 1))', 'expecting 3 arguments, got 2', 612],
  ['(fold + 1 2)', "expecting expression of type 'list', 'buff', 'string-ascii' or 'string-utf8' - found 'int'", 625],
  ['(define-private (f (x (buff 1)) (acc (optional int))) none) (fold f 0x01 (some 1))', '(optional UnknownType)', 4414],
]);

rules('items', [
  ['(len (list 1))', 'uint', 693],
  ['(len 0x)', 'uint', 509],
  ['(len 1)', "expecting expression of type 'list', 'buff', 'string-ascii' or 'string-utf8' - found 'int'", 468],
  ['(len)', 'expecting 1 arguments, got 0', 387],
  ['(element-at (list 1) u0)', '(optional int)', 1090],
  ['(element-at? "abc" u1)', '(optional (string-ascii 1))', 1018],
  ['(element-at (list 1) 0)', "expecting expression of type 'uint', found 'int'", 995],
  ['(element-at 1 u0)', "expecting expression of type 'list', 'buff', 'string-ascii' or 'string-utf8' - found 'int'", 864],
  ['(element-at foo bar)', "use of unresolved variable 'bar'", 811],
  ['(index-of (list 1) 1)', '(optional uint)', 1009],
  ['(index-of? "abc" "a")', '(optional uint)', 1443],
  ['(index-of (list 1) u1)', "expecting expression of type 'int', found 'uint'", 1015],
  ['(index-of (list) 1)', 'type of expression cannot be determined', 915],
  ['(index-of 1 1)', "expecting expression of type 'list', 'buff', 'string-ascii' or 'string-utf8' - found 'int'", 659],
  ['(slice? (list 1 2) u0 u1)', '(optional (list 2 int))', 1267],
  ['(slice? "abc" 0 u1)', "expecting expression of type 'uint', found 'int'", 914],
  ['(slice? 1 u0 u1)', "expecting expression of type 'list', 'buff', 'string-ascii' or 'string-utf8' - found 'int'", 715],
  ['(replace-at? (list 1) u0 2)', '(optional (list 1 int))', 1302],
  ['(replace-at? 0x01 u0 0x02)', '(optional (buff 1))', 1708],
  ['(replace-at? "abc" u0 "de")', "expecting expression of type '(string-ascii 1)', found '(string-ascii 2)'", 1706],
  ['(replace-at? (list 1) 0 2)', "expecting expression of type 'uint', found 'int'", 1125],
  ['(replace-at? true u0 2)', "expecting expression of type 'list', 'buff', 'string-ascii' or 'string-utf8' - found 'bool'", 919],
]);
