import { rules } from '../../check.js';

rules('STX', [
  ['(stx-get-balance tx-sender)', 'uint', 1133],
  ['(stx-get-balance .a)', 'uint', 929],
  ['(stx-get-balance u1)', "expecting expression of type 'principal', found 'uint'", 919],
  ['(stx-account tx-sender)', '(tuple (locked uint) (unlock-height uint) (unlocked uint))', 1060],
  ['(stx-burn? u1 tx-sender)', '(response bool uint)', 1181],
  ['(stx-burn? 1 tx-sender)', "expecting expression of type 'uint', found 'int'", 1028],
  ['(stx-transfer? u1 tx-sender .a)', '(response bool uint)', 1498],
  ['(stx-transfer? 1 tx-sender .a)', "expecting expression of type 'uint', found 'int'", 1186],
  ['(stx-transfer? u1 tx-sender)', 'expecting 3 arguments, got 2', 1012],
  ['(stx-transfer-memo? u1 tx-sender .a 0x00)', '(response bool uint)', 2350],
  ['(stx-transfer-memo? u1 tx-sender .a "a")', "expecting expression of type '(buff 34)', found '(string-ascii 1)'", 2297],
]);
