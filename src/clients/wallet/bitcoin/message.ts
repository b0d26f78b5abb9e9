import { createWriter, type Transaction, txid } from '../../../bitcoin/codec.js';
import { signMessage, taggedHash } from '../../../bitcoin/crypto.js';
import type { SigningKeys } from '../../../bitcoin/script.js';
import { buildScript, OP } from '../../../bitcoin/script.js';
import { signInputs } from './keys.js';

/** The hash of a text that BIP-322 signs. */
export function bip322Hash(message: string): Uint8Array {
  return taggedHash('BIP0322-signed-message', new TextEncoder().encode(message));
}

/**
 * Signs a text for an output script (BIP-322, simple form): the witness of a transaction that would spend an output of a transaction with
 * the text. @returns base64 @throws RangeError if the script is not of the keys
 */
export function signBip322(message: string, scriptPubKey: Uint8Array, keys: SigningKeys): string {
  const toSpend: Transaction = {
    ...{ version: 0, lockTime: 0, outputs: [{ value: 0n, scriptPubKey }] },
    inputs: [
      {
        previous: { hash: new Uint8Array(32), index: 0xffffffff },
        ...{ scriptSig: buildScript([OP[0], bip322Hash(message)]), sequence: 0, witness: [] },
      },
    ],
  };
  const toSign: Transaction = {
    ...{ version: 0, lockTime: 0, outputs: [{ value: 0n, scriptPubKey: buildScript([OP.RETURN]) }] },
    inputs: [{ previous: { hash: txid(toSpend), index: 0 }, scriptSig: new Uint8Array(0), sequence: 0, witness: [] }],
  };
  signInputs(toSign, toSpend.outputs, keys);
  const witness = toSign.inputs[0]?.witness ?? [];
  const writer = createWriter(128);
  writer.compactSize(witness.length);
  for (const item of witness) writer.varBytes(item);
  return Buffer.from(writer.finish()).toString('base64');
}

/** The first byte of a recoverable signature says what kind of address it is for (BIP-137): this is added to that of P2PKH. */
const BIP137_KIND = { p2pkh: 0, 'p2sh-p2wpkh': 4, p2wpkh: 8 } as const;

/** Signs a text with a recoverable signature (BIP-137). @returns base64 */
export function signBip137(message: string, kind: keyof typeof BIP137_KIND, privateKey: Uint8Array): string {
  const [header = 0, ...rest] = signMessage(message, privateKey);
  return Buffer.from([header + BIP137_KIND[kind], ...rest]).toString('base64');
}
