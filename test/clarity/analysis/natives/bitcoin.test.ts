import { rules } from '../../check.js';

rules('Bitcoin', [
  ['(get-bitcoin-tx-output? 0x00 u0)', '(response (tuple (amount uint) (script (buff 1024)) (txid (buff 32))) uint)', 1868],
  ['(get-bitcoin-tx-output? 0x00 0)', "expecting expression of type 'uint', found 'int'", 1787],
  ['(verify-merkle-proof 0x00 0x00 u0 u1 (list 0x00))', 'bool', 4186],
  ['(verify-merkle-proof 0x00 0x00 u0 u1 (list))', 'bool', 4020],
  ['(verify-merkle-proof 0x00 0x00 u0 u1)', 'expecting 5 arguments, got 4', 1259],
  ['(verify-merkle-proof 0x00 0x00 u0 u1 (list u1))', "expecting expression of type '(buff 32)', found 'uint'", 4091],
]);
