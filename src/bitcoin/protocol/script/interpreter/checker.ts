import { SEQUENCE_FINAL } from '../../codec/sequence.js';
import type { Transaction, TxOut } from '../../codec/transaction.js';
import { ecdsaVerify, schnorrVerify } from '../../crypto/signature.js';
import { legacySighash, SIGHASH, segwitSighash } from '../sighash/sighash.js';
import { type TaprootContext, taprootSighash } from '../sighash/taproot-sighash.js';
import { createTransactionHashes, type TransactionHashes } from '../sighash/transaction-hashes.js';
import type { ScriptErrorCode } from './error.js';

/** The checks of scripts against their transaction. */
export interface SignatureChecker {
  /**
   * Whether an ECDSA signature, with its hash type at the end, signs the transaction.
   * @param witness use BIP143
   */
  checkEcdsa(signature: Uint8Array, publicKey: Uint8Array, scriptCode: Uint8Array, witness: boolean): boolean;
  /** Returns the error of a taproot signature, if any. @param publicKey 32 bytes */
  checkSchnorr(signature: Uint8Array, publicKey: Uint8Array, context: TaprootContext): ScriptErrorCode | undefined;
  /** BIP65. */
  checkLockTime(lockTime: number): boolean;
  /** BIP112. */
  checkSequence(sequence: number): boolean;
}

/** Lock times below this are heights, others are seconds since 1970. */
const LOCKTIME_THRESHOLD = 500_000_000;
/** BIP68's bits of a sequence number: disabled; units of 512 seconds; the value. */
const SEQUENCE_DISABLE_FLAG = 0x80000000;
const SEQUENCE_TYPE_FLAG = 0x00400000;
const SEQUENCE_MASK = SEQUENCE_TYPE_FLAG | 0x0000ffff;

/**
 * Creates the checker of an input.
 * @param spent the outputs that the transaction's inputs spend, in their order
 * @param hashes shared by the transaction's inputs @default computed here
 */
export function createSignatureChecker(
  tx: Transaction,
  index: number,
  spent: TxOut[],
  hashes: TransactionHashes = createTransactionHashes(tx, spent),
): SignatureChecker {
  const input = tx.inputs[index];
  const coin = spent[index];
  if (input === undefined || coin === undefined) throw new RangeError(`no input ${index}, or not the output that it spends`);
  return {
    checkEcdsa: (signature, publicKey, scriptCode, witness) => {
      const hashType = signature.at(-1);
      if (hashType === undefined) return false;
      const hash = witness
        ? segwitSighash(tx, index, scriptCode, hashType, coin.value, hashes)
        : legacySighash(tx, index, scriptCode, hashType);
      return ecdsaVerify(hash, publicKey, signature.subarray(0, -1));
    },
    checkSchnorr: (signature, publicKey, context) => {
      if (signature.length !== 64 && signature.length !== 65) return 'SCHNORR_SIG_SIZE';
      const hashType = signature[64] ?? SIGHASH.DEFAULT;
      if (signature.length === 65 && hashType === SIGHASH.DEFAULT) return 'SCHNORR_SIG_HASHTYPE';
      const hash = taprootSighash(tx, index, hashType, spent, hashes, context);
      if (hash === undefined) return 'SCHNORR_SIG_HASHTYPE';
      return schnorrVerify(hash, publicKey, signature.subarray(0, 64)) ? undefined : 'SCHNORR_SIG';
    },
    checkLockTime: (lockTime) =>
      tx.lockTime < LOCKTIME_THRESHOLD === lockTime < LOCKTIME_THRESHOLD &&
      lockTime <= tx.lockTime &&
      // A final input disables the transaction's lock time.
      input.sequence !== SEQUENCE_FINAL,
    checkSequence: (sequence) => {
      if (tx.version < 2 || (input.sequence & SEQUENCE_DISABLE_FLAG) !== 0) return false;
      const own = input.sequence & SEQUENCE_MASK;
      const asked = sequence & SEQUENCE_MASK;
      return own < SEQUENCE_TYPE_FLAG === asked < SEQUENCE_TYPE_FLAG && asked <= own;
    },
  };
}

/** Whether an operand of OP_CHECKSEQUENCEVERIFY is disabled. */
export function isSequenceDisabled(sequence: number): boolean {
  return (sequence & SEQUENCE_DISABLE_FLAG) !== 0;
}
