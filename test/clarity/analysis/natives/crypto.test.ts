import { rules } from '../../check.js';

rules('hashes and signatures', [
  ['(hash160 1)', '(buff 20)', 1370],
  ['(sha256 0x00)', '(buff 32)', 1200],
  ['(sha512 u1)', '(buff 64)', 1256],
  ['(sha512/256 0x00)', '(buff 32)', 1308],
  ['(keccak256 0x00)', '(buff 32)', 1281],
  ['(sha256 "a")', "expecting expression of type '(buff 1048576)', 'uint' or 'int', found '(string-ascii 1)'", 2291],
  ['(sha256)', 'expecting 1 arguments, got 0', 468],
  ['(secp256k1-recover? 0x00 0x00)', '(response (buff 33) uint)', 2242],
  ['(secp256k1-verify 0x00 0x00 0x00)', 'bool', 2899],
  ['(secp256r1-verify 0x00 0x00 0x00)', 'bool', 2899],
  ['(ed25519-verify 0x00 0x00 0x00)', 'bool', 2845],
  ['(secp256k1-decompress? 0x00)', '(response (buff 65) uint)', 1606],
  ['(secp256k1-verify 1 0x00 0x00)', "expecting expression of type '(buff 32)', found 'int'", 1634],
  ['(secp256k1-decompress? 0x00 0x00)', 'expecting 1 arguments, got 2', 1147],
]);
