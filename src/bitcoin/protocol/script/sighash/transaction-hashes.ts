import { type Transaction, type TxOut, writeOutput } from '../../codec/transaction.js';
import { createWriter, type Writer } from '../../codec/writer.js';
import { sha256 } from '../../crypto/hash.js';

/**
 * The hashes over all inputs and outputs of a transaction, shared by the signature hashes of its inputs (BIP143, BIP341). Each is
 * computed on first use. The `double` ones are BIP143's.
 */
export type TransactionHashes = {
  prevouts(): Uint8Array;
  sequences(): Uint8Array;
  outputs(): Uint8Array;
  /** Of the amounts that the inputs spend. */
  amounts(): Uint8Array;
  /** Of the scripts that the inputs spend. */
  scripts(): Uint8Array;
  doublePrevouts(): Uint8Array;
  doubleSequences(): Uint8Array;
  doubleOutputs(): Uint8Array;
};

/** Creates the shared hashes of a transaction. @param spent the outputs that its inputs spend, in their order */
export function createTransactionHashes(tx: Transaction, spent: TxOut[]): TransactionHashes {
  const prevouts = once(() =>
    hashed((writer) => {
      for (const { previous } of tx.inputs) {
        writer.bytes(previous.hash);
        writer.uint32(previous.index);
      }
    }),
  );
  const sequences = once(() =>
    hashed((writer) => {
      for (const { sequence } of tx.inputs) writer.uint32(sequence);
    }),
  );
  const outputs = once(() =>
    hashed((writer) => {
      for (const output of tx.outputs) writeOutput(writer, output);
    }),
  );
  return {
    prevouts,
    sequences,
    outputs,
    amounts: once(() =>
      hashed((writer) => {
        for (const { value } of spent) writer.int64(value);
      }),
    ),
    scripts: once(() =>
      hashed((writer) => {
        for (const { scriptPubKey } of spent) writer.varBytes(scriptPubKey);
      }),
    ),
    doublePrevouts: once(() => sha256(prevouts())),
    doubleSequences: once(() => sha256(sequences())),
    doubleOutputs: once(() => sha256(outputs())),
  };
}

function hashed(write: (writer: Writer) => void): Uint8Array {
  const writer = createWriter(512);
  write(writer);
  return sha256(writer.finish());
}

function once(make: () => Uint8Array): () => Uint8Array {
  let made: Uint8Array | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
