// Error messages, the order of checks and the order of fields follow src/psbt.h of Bitcoin Core.
// Copyright (c) 2009-present The Bitcoin Core developers; MIT licence.
import { createReader, type Reader } from '../codec/reader.js';
import { readTransaction, serializeTransaction, type TxOut, writeOutput } from '../codec/transaction.js';
import { hash160 } from '../crypto/hash.js';
import { isPublicKey } from '../crypto/key.js';
import { isDefinedHashType, isStrictDer } from '../script/interpreter/encoding.js';
import { isTaprootTree } from '../script/taproot/taproot-tree.js';
import {
  type Field,
  KEY_SIZES,
  plainField,
  publicKeyField,
  readBytes,
  readHash,
  readOrigin,
  readSized,
  readTaprootOrigin,
  require,
  written,
} from './field.js';
import { GLOBAL, INPUT, OUTPUT } from './psbt.js';
import { readTapTree } from './tap-tree.js';

const XPUB_SIZE = 78;
const HASH_SIZE = 32;
const PUB_NONCE_SIZE = 66;
const SUPPORTED_VERSION = 0;

/** A value of −1 is Core's null output. */
function readOutput(reader: Reader): Uint8Array | undefined {
  const output = readSized(reader, (from): TxOut => ({ value: from.int64(), scriptPubKey: from.varBytes() }));
  return output.value === -1n ? undefined : written((writer) => writeOutput(writer, output));
}

function readUnsignedTransaction(reader: Reader): Uint8Array {
  const tx = readSized(reader, (from) => readTransaction(from, { witness: false }));
  const unsigned = tx.inputs.every(({ scriptSig }) => scriptSig.length === 0);
  require(unsigned, 'Unsigned tx does not have empty scriptSigs and scriptWitnesses.');
  return serializeTransaction(tx, { witness: false });
}

function readWitness(reader: Reader): Uint8Array | undefined {
  const items = readSized(reader, (from) => {
    const list: Uint8Array[] = [];
    for (let more = from.compactSize(); more > 0; more--) list.push(from.varBytes());
    return list;
  });
  if (items.length === 0) return undefined;
  return written((writer) => {
    writer.compactSize(items.length);
    for (const item of items) writer.varBytes(item);
  });
}

function readKeyPath(reader: Reader): Uint8Array {
  return readOrigin(reader, reader.compactSize());
}

function readEcdsaSignature(reader: Reader): Uint8Array {
  const signature = reader.varBytes();
  require(isStrictDer(signature) && isDefinedHashType(signature), 'Signature is not a valid encoding');
  return signature;
}

function readSchnorrSignature(what: string): Field['read'] {
  return (reader) => {
    const signature = reader.varBytes();
    require(signature.length >= 64, `Input Taproot ${what} path signature is shorter than 64 bytes`);
    require(signature.length <= 65, `Input Taproot ${what} path signature is longer than 65 bytes`);
    return signature;
  };
}

function preimageField(type: number, hash: string, size: number): Field {
  return {
    type,
    duplicate: `Duplicate Key, input ${hash} preimage already provided`,
    checkKey: (key) => require(key.length === size + 1, `Size of key was not the expected size for the type ${hash} preimage`),
    read: (reader) => reader.varBytes(),
  };
}

/** A proprietary PSBT key: identifier, subtype and key data. Its value is not checked. */
function proprietaryField(type: number): Field {
  return {
    type,
    duplicate: 'Duplicate Key, proprietary key already found',
    checkKey: (key) => {
      const reader = createReader(key.subarray(1), 'SpanReader');
      reader.varBytes();
      reader.compactSize();
    },
    read: (reader) => reader.varBytes(),
  };
}

function bip32Field(type: number): Field {
  return publicKeyField(type, 'BIP32 keypath', 'Duplicate Key, pubkey derivation path already provided', readKeyPath);
}

function taprootOriginField(type: number, place: 'Input' | 'Output'): Field {
  return {
    type,
    duplicate: `Duplicate Key, ${place.toLowerCase()} Taproot BIP32 keypath already provided`,
    checkKey: (key) => require(key.length === HASH_SIZE + 1, `${place} Taproot BIP32 keypath key is not at 33 bytes`),
    read: (reader) => readTaprootOrigin(reader, place),
  };
}

function participantsField(type: number, place: 'Input' | 'Output'): Field {
  return {
    type,
    duplicate: `Duplicate Key, ${place.toLowerCase()} participant pubkeys for an aggregate key already provided`,
    checkKey: (key) => {
      require(key.length === KEY_SIZES.compressed + 1, `${place} musig2 participants pubkeys aggregate key is not 34 bytes`);
      require(isPublicKey(key.subarray(1)), `${place} musig2 aggregate pubkey is invalid`);
    },
    read: (reader) => {
      const keys = reader.varBytes();
      for (let at = 0; at + KEY_SIZES.compressed <= keys.length; at += KEY_SIZES.compressed) {
        require(isPublicKey(keys.subarray(at, at + KEY_SIZES.compressed)), `${place} musig2 participant pubkey is invalid`);
      }
      require(keys.length % KEY_SIZES.compressed === 0, `${place} musig2 participants pubkeys value size is not a multiple of 33`);
      return keys;
    },
  };
}

/** Its key has a participant, the aggregate and, in a script, the leaf. Fields are grouped by aggregate and leaf. */
function musigField(type: number, name: string, read: Field['read']): Field {
  const pair = 2 * KEY_SIZES.compressed + 1;
  return {
    type,
    duplicate: `Duplicate Key, input musig2 ${name} already provided`,
    checkKey: (key) => {
      const known = key.length === pair || key.length === pair + HASH_SIZE;
      require(known, `Input musig2 ${name} key is not expected size of 67 or 99 bytes`);
      require(isPublicKey(key.subarray(1 + KEY_SIZES.compressed, pair)), 'musig2 aggregate pubkey is invalid');
      require(isPublicKey(key.subarray(1, 1 + KEY_SIZES.compressed)), 'musig2 participant pubkey is invalid');
    },
    read,
    order: (key) => [key.subarray(1 + KEY_SIZES.compressed), key.subarray(1, 1 + KEY_SIZES.compressed)],
  };
}

/** The fields before the inputs. */
export const GLOBAL_FIELDS: Field[] = [
  plainField(GLOBAL.UNSIGNED_TX, 'unsigned tx', 'Global unsigned tx', readUnsignedTransaction),
  {
    type: GLOBAL.XPUB,
    duplicate: 'Duplicate key, global xpub already provided',
    checkKey: (key) => {
      require(key.length === XPUB_SIZE + 1, 'Size of key was not the expected size for the type global xpub');
      require(isPublicKey(key.subarray(46)) && (key[5] !== 0 || isRoot(key)), 'Invalid pubkey');
    },
    read: readKeyPath,
    // The public key and the chain code identify an extended key.
    identity: (key) => Uint8Array.of(key[0] ?? 0, ...key.subarray(46), ...key.subarray(14, 46)),
    order: (key, origin) => [origin.subarray(0, 4), count(origin.length / 4), ...steps(origin), key.subarray(46), key.subarray(14, 46)],
  },
  plainField(GLOBAL.VERSION, 'version', 'Global version', (reader) => {
    require(readSized(reader, (from) => from.uint32()) <= SUPPORTED_VERSION, 'Unsupported version number');
    return undefined;
  }),
  proprietaryField(GLOBAL.PROPRIETARY),
];

/** Whether an extended key is a master key: no parent fingerprint and no child index (BIP32). */
function isRoot(key: Uint8Array): boolean {
  return key.subarray(6, 14).every((byte) => byte === 0);
}

/** Encodes a count so that its bytes sort in numeric order. */
function count(value: number): Uint8Array {
  return written((writer) => writer.uint32(value)).reverse();
}

/** Encodes the steps of a path so that their bytes sort in numeric order. */
function steps(origin: Uint8Array): Uint8Array[] {
  return Array.from({ length: origin.length / 4 - 1 }, (_, index) => origin.slice(4 + index * 4, 8 + index * 4).reverse());
}

/** The fields of an input. */
export const INPUT_FIELDS: Field[] = [
  plainField(INPUT.NON_WITNESS_UTXO, 'input non-witness utxo', 'Non-witness utxo', (reader) =>
    serializeTransaction(readSized(reader, (from) => readTransaction(from))),
  ),
  plainField(INPUT.WITNESS_UTXO, 'input witness utxo', 'Witness utxo', readOutput),
  {
    ...publicKeyField(
      INPUT.PARTIAL_SIG,
      'partial signature pubkey',
      'Duplicate Key, input partial signature for pubkey already provided',
      readEcdsaSignature,
    ),
    order: (key) => [hash160(key.subarray(1))],
  },
  plainField(INPUT.SIGHASH, 'input sighash type', 'Sighash type', (reader) => readSized(reader, (from) => from.bytes(4))),
  plainField(INPUT.REDEEM_SCRIPT, 'input redeemScript', 'Input redeemScript', readBytes),
  plainField(INPUT.WITNESS_SCRIPT, 'input witnessScript', 'Input witnessScript', readBytes),
  bip32Field(INPUT.BIP32_DERIVATION),
  preimageField(INPUT.RIPEMD160, 'ripemd160', 20),
  preimageField(INPUT.SHA256, 'sha256', 32),
  preimageField(INPUT.HASH160, 'hash160', 20),
  preimageField(INPUT.HASH256, 'hash256', 32),
  plainField(INPUT.TAP_KEY_SIG, 'input Taproot key signature', 'Input Taproot key signature', readSchnorrSignature('key')),
  {
    type: INPUT.TAP_SCRIPT_SIG,
    duplicate: 'Duplicate Key, input Taproot script signature already provided',
    checkKey: (key) => require(key.length === 65, 'Input Taproot script signature key is not 65 bytes'),
    read: readSchnorrSignature('script'),
  },
  {
    type: INPUT.TAP_LEAF_SCRIPT,
    duplicate: 'Duplicate Key, input Taproot leaf script already provided',
    checkKey: (key) => {
      require(key.length >= 34, 'Taproot leaf script key is not at least 34 bytes');
      require((key.length - 2) % 32 === 0, "Input Taproot leaf script key's control block size is not valid");
    },
    read: (reader) => {
      const value = reader.varBytes();
      require(value.length > 0, 'Input Taproot leaf script must be at least 1 byte');
      return value;
    },
    // By script and version, the shortest control block first.
    order: (key, value) => [value.subarray(0, -1), value.subarray(-1), count((key.length - 2) / 32), key],
  },
  taprootOriginField(INPUT.TAP_BIP32_DERIVATION, 'Input'),
  plainField(INPUT.TAP_INTERNAL_KEY, 'input Taproot internal key', 'Input Taproot internal key', readHash),
  plainField(INPUT.TAP_MERKLE_ROOT, 'input Taproot merkle root', 'Input Taproot merkle root', readHash),
  participantsField(INPUT.MUSIG2_PARTICIPANTS, 'Input'),
  musigField(INPUT.MUSIG2_PUB_NONCE, 'pubnonce', (reader) => {
    const nonce = reader.varBytes();
    require(nonce.length === PUB_NONCE_SIZE, 'Input musig2 pubnonce value is not 66 bytes');
    return nonce;
  }),
  musigField(INPUT.MUSIG2_PARTIAL_SIG, 'partial sig', (reader) => readSized(reader, (from) => from.bytes(HASH_SIZE))),
  plainField(INPUT.FINAL_SCRIPT_SIG, 'input final scriptSig', 'Final scriptSig', readBytes),
  plainField(INPUT.FINAL_SCRIPT_WITNESS, 'input final scriptWitness', 'Final scriptWitness', readWitness),
  proprietaryField(INPUT.PROPRIETARY),
];

/** The fields of an output. */
export const OUTPUT_FIELDS: Field[] = [
  plainField(OUTPUT.REDEEM_SCRIPT, 'output redeemScript', 'Output redeemScript', readBytes),
  plainField(OUTPUT.WITNESS_SCRIPT, 'output witnessScript', 'Output witnessScript', readBytes),
  bip32Field(OUTPUT.BIP32_DERIVATION),
  proprietaryField(OUTPUT.PROPRIETARY),
  plainField(OUTPUT.TAP_INTERNAL_KEY, 'output Taproot internal key', 'Output Taproot internal key', readHash),
  plainField(OUTPUT.TAP_TREE, 'output Taproot tree', 'Output Taproot tree', (reader) => {
    const value = reader.varBytes();
    require(value.length > 0, 'Output Taproot tree must not be empty');
    require(isTaprootTree(readTapTree(value)), 'Output Taproot tree is malformed');
    return value;
  }),
  taprootOriginField(OUTPUT.TAP_BIP32_DERIVATION, 'Output'),
  participantsField(OUTPUT.MUSIG2_PARTICIPANTS, 'Output'),
];
