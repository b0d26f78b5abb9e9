import { encodeBase58Check, REGTEST } from '../../../bitcoin/address.js';
import { toHex } from '../../../bitcoin/codec.js';
import { hash160, publicKeyOf, sha256 } from '../../../bitcoin/crypto.js';
import { ADDRESS_VERSION, encodeAddress } from '../../../clarity/values.js';

/** The genesis balance of each signer, in micro-STX. */
export const SIGNER_STX = 10_000_000_000_000_000n;

/** A key of the network itself, which no user account has. */
export type NetworkKey = {
  /** 64 hex digits, without the suffix `01` of a compressed key. */
  privateKey: string;
  /** 33 bytes as hex. */
  publicKey: string;
  /** HASH160 of the public key as hex. */
  hash: string;
  /** The account on a test network. */
  stx: string;
  /** The P2PKH address on regtest, where a stacks-node expects the coins of its `seed`. */
  btc: string;
};

/** Derives the key of a role. It is the same on every machine, so that any machine can continue a stored state. */
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

/** The keys of the first signer, as {@link networkKeys} derives them. */
export const FIRST_SIGNER: Pick<NetworkKey, 'privateKey' | 'publicKey'> = {
  privateKey: '0f41889047825bccd6b550f4788fbd63c0471f9806ab4017700b5d8129d299b2',
  publicKey: '025b855fb042d07bd00a71eb21d914735793bd3bb61aa66e62b51bb58bd08dc106',
};

/** The keys of all roles. */
export type NetworkKeys = {
  miner: NetworkKey;
  /** Sends the transfers that fill an empty mempool and check that the network confirms. */
  probe: NetworkKey;
  /** Each signer stacks and signs with the same key. */
  signers: NetworkKey[];
};

export function networkKeys(signers: number): NetworkKeys {
  return {
    miner: networkKey('miner'),
    probe: networkKey('probe'),
    signers: Array.from({ length: signers }, (_, index) => networkKey(`signer ${index + 1}`)),
  };
}
