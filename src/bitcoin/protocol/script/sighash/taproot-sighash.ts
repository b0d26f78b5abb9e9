import { type Transaction, type TxOut, writeOutput } from '../../codec/transaction.js';
import { createWriter } from '../../codec/writer.js';
import { sha256, taggedHash } from '../../crypto/hash.js';
import { SIGHASH } from './sighash.js';
import type { TransactionHashes } from './transaction-hashes.js';

/** The data that a taproot signature commits to besides the transaction. */
export type TaprootContext = {
  /** SHA-256 of the annex with its length, if the witness has one. */
  annexHash: Uint8Array | undefined;
  /** For a signature in a tapscript: its leaf, and the position of the last executed OP_CODESEPARATOR (otherwise 0xffffffff). */
  leaf?: { hash: Uint8Array; codeSeparator: number } | undefined;
};

/**
 * Returns the signature hash of taproot (BIP341, BIP342).
 * @param spent the outputs that the transaction's inputs spend
 * @returns undefined for an undefined hash type, or SINGLE without an output at the input's index
 */
export function taprootSighash(
  tx: Transaction,
  index: number,
  hashType: number,
  spent: TxOut[],
  hashes: TransactionHashes,
  { annexHash, leaf }: TaprootContext,
): Uint8Array | undefined {
  if (!(hashType <= SIGHASH.SINGLE || (hashType > SIGHASH.ANYONECANPAY && hashType <= (SIGHASH.ANYONECANPAY | SIGHASH.SINGLE))))
    return undefined;
  const input = tx.inputs[index];
  const coin = spent[index];
  if (input === undefined || coin === undefined) throw new RangeError(`no input ${index}, or not the output that it spends`);
  const outputs = hashType === SIGHASH.DEFAULT ? SIGHASH.ALL : hashType & 3;
  const alone = (hashType & SIGHASH.ANYONECANPAY) !== 0;
  const writer = createWriter(256);
  writer.uint8(0); // epoch
  writer.uint8(hashType);
  writer.uint32(tx.version);
  writer.uint32(tx.lockTime);
  if (!alone) {
    writer.bytes(hashes.prevouts());
    writer.bytes(hashes.amounts());
    writer.bytes(hashes.scripts());
    writer.bytes(hashes.sequences());
  }
  if (outputs === SIGHASH.ALL) writer.bytes(hashes.outputs());
  writer.uint8((leaf === undefined ? 0 : 2) + (annexHash === undefined ? 0 : 1));
  if (alone) {
    writer.bytes(input.previous.hash);
    writer.uint32(input.previous.index);
    writeOutput(writer, coin);
    writer.uint32(input.sequence);
  } else {
    writer.uint32(index);
  }
  if (annexHash !== undefined) writer.bytes(annexHash);
  if (outputs === SIGHASH.SINGLE) {
    const output = tx.outputs[index];
    if (output === undefined) return undefined;
    writer.bytes(outputHash(output));
  }
  if (leaf !== undefined) {
    writer.bytes(leaf.hash);
    writer.uint8(0); // key version
    writer.uint32(leaf.codeSeparator);
  }
  return taggedHash('TapSighash', writer.finish());
}

function outputHash(output: TxOut): Uint8Array {
  const writer = createWriter(64);
  writeOutput(writer, output);
  return sha256(writer.finish());
}
