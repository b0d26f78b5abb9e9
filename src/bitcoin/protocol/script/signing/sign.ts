import { equalBytes } from '../../codec/hex.js';
import type { Transaction, TxIn, TxOut } from '../../codec/transaction.js';
import { hash160 } from '../../crypto/hash.js';
import { publicKeyOf, signEcdsa } from '../../crypto/key.js';
import { buildScript } from '../build.js';
import { OP } from '../opcodes.js';
import { matchScript } from '../pattern.js';
import { legacySighash, SIGHASH, segwitSighash } from '../sighash/sighash.js';
import { createTransactionHashes, type TransactionHashes } from '../sighash/transaction-hashes.js';

/**
 * Signs an input that spends a P2PKH or P2WPKH output of the key, with ALL. The signature is deterministic.
 * @param spent the outputs that the transaction's inputs spend, in their order
 * @throws RangeError if the output has another type or another key
 */
export function signInput(
  tx: Transaction,
  index: number,
  spent: TxOut[],
  privateKey: Uint8Array,
  hashes: TransactionHashes = createTransactionHashes(tx, spent),
): Pick<TxIn, 'scriptSig' | 'witness'> {
  const coin = spent[index];
  const publicKey = publicKeyOf(privateKey);
  const keyHash = hash160(publicKey);
  const pattern = coin === undefined ? undefined : matchScript(coin.scriptPubKey);
  if (coin !== undefined && pattern?.type === 'pubkeyhash' && equalBytes(pattern.hash, keyHash)) {
    const signature = withHashType(signEcdsa(legacySighash(tx, index, coin.scriptPubKey, SIGHASH.ALL), privateKey));
    return { scriptSig: buildScript([signature, publicKey]), witness: [] };
  }
  if (coin !== undefined && pattern?.type === 'witness_v0_keyhash' && equalBytes(pattern.program, keyHash)) {
    const code = buildScript([OP.DUP, OP.HASH160, keyHash, OP.EQUALVERIFY, OP.CHECKSIG]);
    const signature = withHashType(signEcdsa(segwitSighash(tx, index, code, SIGHASH.ALL, coin.value, hashes), privateKey));
    return { scriptSig: new Uint8Array(0), witness: [signature, publicKey] };
  }
  throw new RangeError(`input ${index} spends no P2PKH or P2WPKH output of the key`);
}

function withHashType(signature: Uint8Array): Uint8Array {
  return Uint8Array.of(...signature, SIGHASH.ALL);
}
