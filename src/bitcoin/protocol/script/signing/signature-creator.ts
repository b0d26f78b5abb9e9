import type { Transaction, TxOut } from '../../codec/transaction.js';
import { signEcdsaLowR, signSchnorr, tweakPrivateKey } from '../../crypto/key.js';
import { createSignatureChecker, type SignatureChecker } from '../interpreter/checker.js';
import { legacySighash, SIGHASH, segwitSighash } from '../sighash/sighash.js';
import { taprootSighash } from '../sighash/taproot-sighash.js';
import { createTransactionHashes, type TransactionHashes } from '../sighash/transaction-hashes.js';
import { tapTweakHash } from '../taproot/taproot.js';
import { type SigningKeys, xOnlyPrivateKey } from './signing-keys.js';

/** The target of a Schnorr signature: a leaf's script, or the output itself, with the tweak of its key. */
type SchnorrPurpose = { leafHash: Uint8Array } | { tweak: boolean; merkleRoot?: Uint8Array | undefined };

/** Creates and checks the signatures of an input. */
export type SignatureCreator = {
  checker: SignatureChecker;
  /** Returns a signature with its hash type, or undefined without the private key. @param witness use BIP143 */
  ecdsa(keys: SigningKeys, publicKey: Uint8Array, script: Uint8Array, witness: boolean): Uint8Array | undefined;
  /** Returns a signature with its hash type unless that is the default. @param key 32 bytes */
  schnorr(keys: SigningKeys, key: Uint8Array, purpose: SchnorrPurpose): Uint8Array | undefined;
};

export type CreatorOptions = {
  tx: Transaction;
  index: number;
  /** The output that the input spends. */
  coin: TxOut;
  /** The outputs that the inputs spend, in order. If one is unknown, undefined, which disables taproot. */
  spent: TxOut[] | undefined;
  hashType: number;
  /** Shared by the inputs. @default computed here */
  hashes?: TransactionHashes | undefined;
};

/** Creates the signatures of an input. */
export function createSignatureCreator({ tx, index, coin, spent, hashType, hashes }: CreatorOptions): SignatureCreator {
  const known = spent ?? tx.inputs.map(() => coin);
  const shared = hashes ?? createTransactionHashes(tx, known);
  const checker = createSignatureChecker(tx, index, known, shared);
  return {
    checker: spent === undefined ? { ...checker, checkSchnorr: () => 'SCHNORR_SIG' } : checker,
    ecdsa: (keys, publicKey, script, witness) => {
      const privateKey = keys.privateKey(publicKey);
      if (privateKey === undefined || (witness && publicKey.length !== 33)) return undefined;
      const type = hashType === SIGHASH.DEFAULT ? SIGHASH.ALL : hashType;
      const hash = witness ? segwitSighash(tx, index, script, type, coin.value, shared) : legacySighash(tx, index, script, type);
      return Uint8Array.of(...signEcdsaLowR(hash, privateKey), type);
    },
    schnorr: (keys, key, purpose) => {
      const privateKey = xOnlyPrivateKey(keys, key);
      if (privateKey === undefined || spent === undefined) return undefined;
      const leaf = 'leafHash' in purpose ? { hash: purpose.leafHash, codeSeparator: 0xffffffff } : undefined;
      const hash = taprootSighash(tx, index, hashType, spent, shared, { annexHash: undefined, leaf });
      if (hash === undefined) return undefined;
      const tweaked = 'tweak' in purpose && purpose.tweak ? tweakPrivateKey(privateKey, tapTweakHash(key, purpose.merkleRoot)) : privateKey;
      const signature = tweaked && signSchnorr(hash, tweaked);
      if (signature === undefined) return undefined;
      return hashType === SIGHASH.DEFAULT ? signature : Uint8Array.of(...signature, hashType);
    },
  };
}

const [R_SIZE, S_SIZE] = [32, 32];

/** A placeholder with the size of most signatures: the smallest R and S of their length. */
function placeholder(): Uint8Array {
  const number = (size: number) => [0x02, size, 0x01, ...new Array<number>(size - 1).fill(0)];
  return Uint8Array.of(0x30, R_SIZE + S_SIZE + 4, ...number(R_SIZE), ...number(S_SIZE), SIGHASH.ALL);
}

/** Creates placeholders for every key, to estimate the size of an input. */
export const PLACEHOLDER_CREATOR: SignatureCreator = {
  checker: {
    checkEcdsa: (signature) => signature.length > 0,
    checkSchnorr: (signature) => (signature.length > 0 ? undefined : 'SCHNORR_SIG'),
    checkLockTime: () => true,
    checkSequence: () => true,
  },
  ecdsa: placeholder,
  schnorr: () => new Uint8Array(64),
};

/** The same for a signer that does not look for a short R: every second signature has a byte more. */
export const LARGE_PLACEHOLDER_CREATOR: SignatureCreator = {
  ...PLACEHOLDER_CREATOR,
  ecdsa: () => Uint8Array.of(0x30, placeholder().length - 2, 0x02, R_SIZE + 1, 0x00, 0x80, ...placeholder().subarray(5)),
};

/** Creates no signatures, to collect the missing data. */
export const IDLE_CREATOR: SignatureCreator = {
  checker: {
    checkEcdsa: () => false,
    checkSchnorr: () => 'SCHNORR_SIG',
    checkLockTime: () => false,
    checkSequence: () => false,
  },
  ecdsa: () => undefined,
  schnorr: () => undefined,
};
