import { ecdsa } from '#platform/secp256k1.js';
import { hex0x } from '../../../base/hex.js';
import { LimitedMap } from '../../../base/limited-map.js';
import { ADDRESS_VERSION, decodeAddress } from '../../../clarity/values.js';
import { hash160, sha512_256 } from '../codec/hash.js';
import { HASH_MODE, SPONSOR_SENTINEL } from '../codec/transaction/spending-condition.js';
import { u8, u32, u64 } from '../codec/writer.js';

/** What the signer of any transaction decides besides its payload. */
export type Signing = {
  /** 64 hex digits, of a compressed key; an address instead for a transaction without a signature. */
  privateKey: string | { address: string };
  nonce: number;
  /** Micro-STX. */
  fee: bigint;
  /** The node's `network_id`. */
  chainId: number;
  /** 32 bytes that make this signature, and so the txid, differ from others of the same transaction. @default none (RFC 6979) */
  entropy?: Uint8Array | undefined;
  /**
   * Another account, which pays the fee in the signer's place; `fee` above is then 0. `later`: its signature is still missing.
   * @default none
   */
  sponsor?: Sponsor | 'later' | undefined;
};

/** Who pays the fee of a transaction: 64 hex digits of a compressed key, the nonce of its account, and micro-STX. */
type Sponsor = { privateKey: string; nonce: number; fee: bigint };

/** A signed transaction; `txid` has 0x. */
export type SignedTransaction = { bytes: Uint8Array; hex: string; txid: string };

/** SIP-005: versions by network, chain id of mainnet, authorization, key encoding, anchor mode. */
const VERSION = { mainnet: 0x00, testnet: 0x80 } as const;
const MAINNET_CHAIN_ID = 1;
const AUTH_STANDARD = 4;
const AUTH_SPONSORED = 5;
const COMPRESSED = 0;
const ANCHOR_ANY = 3;
/** Whether transfers of assets that no post-condition names are allowed; `originator` restricts those of the signer only. */
const POST_CONDITION_MODE = { allow: 1, deny: 2, originator: 3 } as const;
const EMPTY_SIGNATURE = Buffer.alloc(65);
const NONE = Buffer.alloc(0);

/** The mode, and the serialized post-conditions of a transaction. @default no conditions */
export type PostConditions = { mode: keyof typeof POST_CONDITION_MODE; conditions?: readonly Uint8Array[] | undefined };

/**
 * Signs a transaction. Signatures are deterministic (RFC 6979). Done here, since `@stacks/transactions` takes 130 ms to load and 2 ms
 * to sign.
 * @throws RangeError for an invalid key
 */
export async function signTransaction(
  payload: Uint8Array,
  { mode, conditions = [] }: PostConditions,
  { privateKey, nonce, fee, chainId, entropy, sponsor }: Signing,
): Promise<SignedTransaction> {
  const key = typeof privateKey === 'string' ? Buffer.from(privateKey, 'hex') : undefined;
  const signer = typeof privateKey === 'string' ? await signerOfKey(privateKey) : signerOfAddress(privateKey.address);
  const authorization = sponsor === undefined ? AUTH_STANDARD : AUTH_SPONSORED;
  const serialize = (origin: Buffer, payer: Buffer): Buffer =>
    Buffer.concat([
      ...[u8(chainId === MAINNET_CHAIN_ID ? VERSION.mainnet : VERSION.testnet), u32(chainId), u8(authorization), origin, payer],
      ...[u8(ANCHOR_ANY), u8(POST_CONDITION_MODE[mode]), u32(conditions.length), ...conditions, payload],
    ]);
  // What is signed is first the transaction without nonce, fee and signature, then these.
  const unsigned = condition(signer, { nonce: 0, fee: 0n }, EMPTY_SIGNATURE);
  const initial = sha512_256(serialize(unsigned, sponsor === undefined ? NONE : SPONSOR_SENTINEL));
  const signature = key === undefined ? noSignature(entropy) : await sign(initial, AUTH_STANDARD, { key, nonce, fee, entropy });
  const origin = condition(signer, { nonce, fee }, signature);
  const signAsPayer = async (): Promise<Buffer> => {
    if (sponsor === undefined) return NONE;
    return sponsor === 'later' ? SPONSOR_SENTINEL : signAsSponsor(initial, { nonce, fee, signature }, sponsor);
  };
  const bytes = serialize(origin, await signAsPayer());
  return { bytes, hex: bytes.toString('hex'), txid: hex0x(sha512_256(bytes)) };
}

/** What stands for a signature that nobody checks. */
function noSignature(entropy: Uint8Array = EMPTY_SIGNATURE.subarray(0, 32)): Buffer {
  return Buffer.concat([u8(0), entropy, EMPTY_SIGNATURE.subarray(0, 32)]);
}

/** Who authorizes a transaction. */
type SignerHash = { hashMode: number; hash: Buffer };

/** The signers of some keys: to derive a public key takes as long as a signature. */
const signers = new LimitedMap<string, SignerHash>(256);

async function signerOfKey(privateKey: string): Promise<SignerHash> {
  const known = signers.get(privateKey);
  if (known !== undefined) return known;
  const signer = { hashMode: HASH_MODE.p2pkh, hash: await keyHash(Buffer.from(privateKey, 'hex')) };
  signers.set(privateKey, signer);
  return signer;
}

/**
 * An address of several keys has the version of P2WPKH, too, which has room for one signature. @throws RangeError if it is not an address
 */
export function signerOfAddress(address: string): SignerHash {
  const decoded = decodeAddress(address);
  if (decoded === undefined) throw new RangeError('not an address');
  const { testnetSingle, mainnetSingle } = ADDRESS_VERSION;
  const isSingle = decoded.version === testnetSingle || decoded.version === mainnetSingle;
  return { hashMode: isSingle ? HASH_MODE.p2pkh : HASH_MODE.p2wpkh, hash: Buffer.from(decoded.hash) };
}

/** A spending condition of one key. */
function condition({ hashMode, hash }: SignerHash, { nonce, fee }: { nonce: number; fee: bigint }, signature: Buffer): Buffer {
  return Buffer.concat([u8(hashMode), hash, u64(BigInt(nonce)), u64(fee), u8(COMPRESSED), signature]);
}

/** Returns the hash that a signer signs, after the hash that was signed before. */
function presign(before: Buffer, flag: number, { nonce, fee }: { nonce: number; fee: bigint }): Buffer {
  return sha512_256(before, u8(flag), u64(fee), u64(BigInt(nonce)));
}

type Key = { key: Buffer; nonce: number; fee: bigint; entropy?: Uint8Array | undefined };

async function sign(before: Buffer, flag: number, { key, entropy, ...at }: Key): Promise<Buffer> {
  const { signature, recoveryId } = ecdsa().sign(presign(before, flag, at), key, entropy);
  return Buffer.concat([u8(recoveryId), signature]);
}

/** The sponsor signs the origin's signature with its own nonce and fee. */
async function signAsSponsor(
  initial: Buffer,
  { signature, ...origin }: { nonce: number; fee: bigint; signature: Buffer },
  { privateKey, ...at }: Sponsor,
): Promise<Buffer> {
  const key = Buffer.from(privateKey, 'hex');
  const signed = sha512_256(presign(initial, AUTH_STANDARD, origin), u8(COMPRESSED), signature);
  return condition(await signerOfKey(privateKey), at, await sign(signed, AUTH_SPONSORED, { key, ...at }));
}

/** The hash in the address of a private key. @throws RangeError if the key is invalid */
export async function keyHash(privateKey: Uint8Array): Promise<Buffer> {
  return hash160(ecdsa().publicKeyOf(privateKey, true));
}
