import { encodeBase58Check } from '../../chains/bitcoin/address/encoding/base58.js';
import { REGTEST } from '../../chains/bitcoin/address/format.js';
import { toHex } from '../../chains/bitcoin/codec/hex.js';
import { hash160, sha256 } from '../../chains/bitcoin/crypto/hash.js';
import { publicKeyOf } from '../../chains/bitcoin/crypto/key.js';
import { ADDRESS_VERSION, encodeAddress } from '../../chains/stacks/codec/c32.js';

/** A key of the network itself; no account of a user has it. */
export type NetworkKey = {
  /** 64 hex digits, without the suffix `01` of a compressed key. */
  privateKey: string;
  /** 33 bytes as hex. */
  publicKey: string;
  /** HASH160 of the public key as hex. */
  hash: string;
  /** The account on a test network. */
  stx: string;
  /** The P2PKH address on regtest: where a stacks-node looks for the coins of its `seed`. */
  btc: string;
};

/** The key for one role: the same on every machine, so that a kept state goes on anywhere. */
function networkKey(role: string): NetworkKey {
  const privateKey = sha256(Buffer.from(`stacks-devnet ${role}`, 'utf8'));
  const publicKey = publicKeyOf(privateKey);
  const hash = Buffer.from(hash160(publicKey));
  return {
    privateKey: toHex(privateKey),
    publicKey: toHex(publicKey),
    hash: hash.toString('hex'),
    stx: encodeAddress({ version: ADDRESS_VERSION.testnetSingle, hash }),
    btc: encodeBase58Check(Uint8Array.of(REGTEST.pubkeyHash, ...hash)),
  };
}

/** Everybody who works for the network. */
export type NetworkKeys = {
  miner: NetworkKey;
  /** Makes the transfers that fill an empty mempool and prove that the network confirms. */
  probe: NetworkKey;
  /** Each signs with the key that it stacks with. */
  signers: NetworkKey[];
};

export function networkKeys(signers: number): NetworkKeys {
  return {
    miner: networkKey('miner'),
    probe: networkKey('probe'),
    signers: Array.from({ length: signers }, (_, index) => networkKey(`signer ${index + 1}`)),
  };
}
