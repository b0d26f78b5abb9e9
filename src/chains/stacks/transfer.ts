import { hex0x } from '../../hex.js';
import { ADDRESS_VERSION, encodeAddress } from './codec/c32.js';
import { hash160, sha512_256 } from './codec/hash.js';
import { parsePrincipal, writePrincipal } from './codec/principal.js';
import { HASH_MODE } from './codec/transaction/spending-condition.js';
import { u8, u32, u64 } from './codec/writer.js';

export type Transfer = {
  /** An account or a contract. */
  recipient: string;
  /** Micro-STX. */
  amount: bigint;
  fee: bigint;
  nonce: number;
  /** 64 hex digits, of a compressed key. */
  privateKey: string;
  /** The node's `network_id`. */
  chainId: number;
  /** At most 34 bytes. */
  memo: string;
};

/** SIP-005: version of test networks, authorization, key encoding, anchor mode, post-condition mode, payload. */
const TESTNET = 0x80;
const AUTH_STANDARD = 4;
const COMPRESSED = 0;
const ANCHOR_ANY = 3;
const DENY = 2;
const TOKEN_TRANSFER = 0;
const MEMO_LENGTH = 34;
const EMPTY_SIGNATURE = Buffer.alloc(65);

/**
 * Builds and signs a transfer of STX on a test network. Signatures are deterministic (RFC 6979). Done here, since
 * `@stacks/transactions` takes 130 ms to load and 2 ms to sign.
 * @returns its bytes; `txid` has 0x
 * @throws RangeError for an invalid recipient, key or memo
 */
export async function signTransfer({
  recipient,
  amount,
  fee,
  nonce,
  privateKey,
  chainId,
  memo,
}: Transfer): Promise<{ bytes: Uint8Array; hex: string; txid: string }> {
  const { signRecoverable } = await import('tiny-secp256k1');
  const key = Buffer.from(privateKey, 'hex');
  const principal = parsePrincipal(recipient);
  const text = Buffer.from(memo, 'utf8');
  if (principal === undefined) throw new RangeError(`not a principal: ${recipient}`);
  if (text.length > MEMO_LENGTH) throw new RangeError(`a memo of ${text.length} bytes, more than ${MEMO_LENGTH}`);
  const signer = await keyHash(key);
  const payload = [u8(TOKEN_TRANSFER), writePrincipal(principal), u64(amount), text, Buffer.alloc(MEMO_LENGTH - text.length)];
  const serialize = (at: { nonce: bigint; fee: bigint }, signature: Buffer): Buffer =>
    Buffer.concat([
      ...[u8(TESTNET), u32(chainId), u8(AUTH_STANDARD)],
      ...[u8(HASH_MODE.p2pkh), signer, u64(at.nonce), u64(at.fee), u8(COMPRESSED), signature],
      ...[u8(ANCHOR_ANY), u8(DENY), u32(0), ...payload],
    ]);
  // What is signed is first the transaction without nonce, fee and signature, then these.
  const initial = sha512_256(serialize({ nonce: 0n, fee: 0n }, EMPTY_SIGNATURE));
  const presign = sha512_256(initial, u8(AUTH_STANDARD), u64(fee), u64(BigInt(nonce)));
  const { signature, recoveryId } = signRecoverable(presign, key);
  const bytes = serialize({ nonce: BigInt(nonce), fee }, Buffer.concat([u8(recoveryId), signature]));
  return { bytes, hex: bytes.toString('hex'), txid: hex0x(sha512_256(bytes)) };
}

/** The account of a private key on a test network. @param privateKey 64 hex digits, of a compressed key. @throws RangeError if it is invalid */
export async function testnetAddress(privateKey: string): Promise<string> {
  return encodeAddress({ version: ADDRESS_VERSION.testnetSingle, hash: await keyHash(Buffer.from(privateKey, 'hex')) });
}

async function keyHash(privateKey: Uint8Array): Promise<Buffer> {
  const { isPrivate, pointFromScalar } = await import('tiny-secp256k1');
  const publicKey = isPrivate(privateKey) ? pointFromScalar(privateKey, true) : null;
  if (publicKey === null) throw new RangeError('not a private key');
  return hash160(publicKey);
}
