import { rules } from '../../check.js';

rules('principals', [
  ['(is-standard tx-sender)', 'bool', 1025],
  ['(is-standard .a)', 'bool', 821],
  [
    '(principal-destruct? tx-sender)',
    '(response (tuple (hash-bytes (buff 20)) (name (optional (string-ascii 40))) (version (buff 1))) (tuple ' +
      '(hash-bytes (buff 20)) (name (optional (string-ascii 40))) (version (buff 1))))',
    1327,
  ],
  ['(principal-construct? 0x1a 0x00)', '(response principal (tuple (error_code uint) (value (optional principal))))', 2313],
  ['(principal-construct? 0x1a 0x00 "name")', '(response principal (tuple (error_code uint) (value (optional principal))))', 3084],
  ['(principal-construct? 0x1a)', 'expecting >= 2 arguments, got 1', 983],
  ['(principal-construct? 0x1a 0x00 "name" 1)', 'expecting < 3 arguments, got 4', 1367],
  ['(principal-construct? 0x1a00 0x00)', "expecting expression of type '(buff 1)', found '(buff 2)'", 1740],
  ['(principal-of? 0x00)', '(response principal uint)', 1386],
  ['(principal-of? 1)', "expecting expression of type '(buff 33)', found 'int'", 1279],
]);
