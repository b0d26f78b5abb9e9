import { hex0x } from '../../hex.js';
import { hash160, sha512_256 } from './codec/hash.js';
import { HASH_MODE } from './codec/transaction/spending-condition.js';
import { u8, u32, u64 } from './codec/writer.js';

/** What the signer of any transaction decides besides its payload. */
export type Signing = {
  /** 64 hex digits, of a compressed key. */
  privateKey: string;
  nonce: number;
  /** Micro-STX. */
  fee: bigint;
  /** The node's `network_id`. */
  chainId: number;
  /** 32 bytes that make this signature, and so the txid, differ from others of the same transaction. @default none (RFC 6979) */
  entropy?: Uint8Array | undefined;
};

/** A signed transaction; `txid` has 0x. */
export type SignedTransaction = { bytes: Uint8Array; hex: string; txid: string };

/** SIP-005: version of test networks, authorization, key encoding, anchor mode. */
const TESTNET = 0x80;
const AUTH_STANDARD = 4;
const COMPRESSED = 0;
const ANCHOR_ANY = 3;
/** Whether transfers of assets that no post-condition names are allowed. */
const POST_CONDITION_MODE = { allow: 1, deny: 2 } as const;
const EMPTY_SIGNATURE = Buffer.alloc(65);

/** The mode, and the serialized post-conditions of a transaction. @default no conditions */
export type PostConditions = { mode: keyof typeof POST_CONDITION_MODE; conditions?: readonly Uint8Array[] | undefined };

/**
 * Signs a transaction on a test network. Signatures are deterministic (RFC 6979). Done here, since
 * `@stacks/transactions` takes 130 ms to load and 2 ms to sign.
 * @throws RangeError for an invalid key
 */
export async function signTransaction(
  payload: Uint8Array,
  { mode, conditions = [] }: PostConditions,
  { privateKey, nonce, fee, chainId, entropy }: Signing,
): Promise<SignedTransaction> {
  const { signRecoverable } = await import('tiny-secp256k1');
  const key = Buffer.from(privateKey, 'hex');
  const signer = await keyHash(key);
  const serialize = (at: { nonce: bigint; fee: bigint }, signature: Buffer): Buffer =>
    Buffer.concat([
      ...[u8(TESTNET), u32(chainId), u8(AUTH_STANDARD)],
      ...[u8(HASH_MODE.p2pkh), signer, u64(at.nonce), u64(at.fee), u8(COMPRESSED), signature],
      ...[u8(ANCHOR_ANY), u8(POST_CONDITION_MODE[mode]), u32(conditions.length), ...conditions, payload],
    ]);
  // What is signed is first the transaction without nonce, fee and signature, then these.
  const initial = sha512_256(serialize({ nonce: 0n, fee: 0n }, EMPTY_SIGNATURE));
  const presign = sha512_256(initial, u8(AUTH_STANDARD), u64(fee), u64(BigInt(nonce)));
  const { signature, recoveryId } = signRecoverable(presign, key, entropy);
  const bytes = serialize({ nonce: BigInt(nonce), fee }, Buffer.concat([u8(recoveryId), signature]));
  return { bytes, hex: bytes.toString('hex'), txid: hex0x(sha512_256(bytes)) };
}

/** The hash in the address of a private key. @throws RangeError if the key is invalid */
export async function keyHash(privateKey: Uint8Array): Promise<Buffer> {
  const { isPrivate, pointFromScalar } = await import('tiny-secp256k1');
  const publicKey = isPrivate(privateKey) ? pointFromScalar(privateKey, true) : null;
  if (publicKey === null) throw new RangeError('not a private key');
  return hash160(publicKey);
}
