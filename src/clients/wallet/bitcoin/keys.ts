import type { Transaction, TxOut } from '../../../bitcoin/codec.js';
import { equalBytes } from '../../../bitcoin/codec.js';
import { hash160, publicKeyOf } from '../../../bitcoin/crypto.js';
import {
  createSignatureCreator,
  createTransactionHashes,
  emptySignatureData,
  NO_KEYS,
  payToWitness,
  produceSignature,
  SIGHASH,
  type SigningKeys,
} from '../../../bitcoin/script.js';
import type { Account } from '../../../network/data.js';
import { keyOf } from '../stacks/send.js';

/** Returns the keys and scripts of all addresses of an account. @param outputKey that of its P2TR address, as hex */
export function signingKeysOf(account: Account, outputKey: string): SigningKeys {
  const privateKey = new Uint8Array(Buffer.from(keyOf(account), 'hex'));
  const publicKey = publicKeyOf(privateKey);
  const keyHash = hash160(publicKey);
  const nested = payToWitness(keyHash);
  const [nestedHash, taprootKey] = [hash160(nested), Buffer.from(outputKey, 'hex')];
  return {
    ...NO_KEYS,
    privateKey: (key) => (equalBytes(key, publicKey) ? privateKey : undefined),
    publicKey: (hash) => (equalBytes(hash, keyHash) ? publicKey : undefined),
    script: (hash) => (equalBytes(hash, nestedHash) ? nested : undefined),
    taproot: (key) =>
      equalBytes(key, taprootKey) ? { data: { internalKey: publicKey.subarray(1), leaves: new Map() }, tree: [] } : undefined,
  };
}

/** Signs all inputs of a transaction. @param coins what they spend, in order @throws RangeError if a coin is not of the keys */
export function signInputs(tx: Transaction, coins: TxOut[], keys: SigningKeys): void {
  const hashes = createTransactionHashes(tx, coins);
  const signed = coins.map((coin, index) => {
    const creator = createSignatureCreator({ tx, index, coin, spent: coins, hashType: SIGHASH.DEFAULT, hashes });
    return produceSignature(coin.scriptPubKey, creator, keys, emptySignatureData());
  });
  for (const [index, { complete, scriptSig, witness }] of signed.entries()) {
    const input = tx.inputs[index];
    if (!complete || input === undefined) throw new RangeError(`input ${index} spends no coin of the account`);
    Object.assign(input, { scriptSig, witness });
  }
}
