import { malformed } from '../error.js';
import type { ByteReader } from '../reader.js';
import { u8, u16, u32, u64 } from '../writer.js';
import { isCompressedPoint } from './curve-point.js';

/** How the signer's hash comes from its keys (SIP-005; the last two are the order-independent modes of SIP-027). */
export const HASH_MODE = { p2pkh: 0, p2sh: 1, p2wpkh: 2, p2wsh: 3, p2shUnordered: 5, p2wshUnordered: 7 } as const;

/** The authorising account with its nonce and fee; `signer` is a hash160. */
export type SpendingCondition = { hashMode: number; signer: Buffer; nonce: bigint; fee: bigint } & (
  | { kind: 'single'; compressed: boolean; signature: Buffer }
  | { kind: 'multi'; fields: AuthField[]; required: number }
);

/** One key of a multisig: given, or to be recovered from its signature (recovery id, r, s: 65 bytes). */
type AuthField = { compressed: boolean } & ({ type: 'public-key'; key: Buffer } | { type: 'signature'; signature: Buffer });

const EMPTY_SIGNATURE = Buffer.alloc(65);

/** What the origin of a sponsored transaction signs in the sponsor's place. */
export const SPONSOR_SENTINEL = Buffer.concat([u8(HASH_MODE.p2pkh), Buffer.alloc(20 + 8 + 8), u8(0), EMPTY_SIGNATURE]);

export function isUnordered(hashMode: number): boolean {
  return hashMode === HASH_MODE.p2shUnordered || hashMode === HASH_MODE.p2wshUnordered;
}

export function isSegwit(hashMode: number): boolean {
  return hashMode === HASH_MODE.p2wpkh || hashMode === HASH_MODE.p2wsh || hashMode === HASH_MODE.p2wshUnordered;
}

/** @throws CodecError */
export function readSpendingCondition(reader: ByteReader): SpendingCondition {
  const hashMode = reader.u8();
  const single = hashMode === HASH_MODE.p2pkh || hashMode === HASH_MODE.p2wpkh;
  if (!single && hashMode !== HASH_MODE.p2sh && hashMode !== HASH_MODE.p2wsh && !isUnordered(hashMode)) {
    throw malformed(`Failed to parse spending condition: invalid hash mode ${hashMode}`);
  }
  const head = { hashMode, signer: reader.bytes(20), nonce: reader.u64(), fee: reader.u64() };
  return single ? readSingle(reader, head) : readMulti(reader, head);
}

type Head = Pick<SpendingCondition, 'hashMode' | 'signer' | 'nonce' | 'fee'>;

function readSingle(reader: ByteReader, { hashMode, signer, nonce, fee }: Head): SpendingCondition {
  const encoding = reader.u8();
  if (encoding > 1) throw malformed(`Failed to parse singlesig spending condition: unknown key encoding ${encoding}`);
  const signature = reader.bytes(65);
  if (hashMode === HASH_MODE.p2wpkh && encoding !== 0) {
    throw malformed('Failed to parse singlesig spending condition: incomaptible hash mode and key encoding');
  }
  return { hashMode, signer, nonce, fee, kind: 'single', compressed: encoding === 0, signature };
}

function readMulti(reader: ByteReader, head: Head): SpendingCondition {
  const count = reader.count(66);
  const fields: AuthField[] = [];
  for (let i = 0; i < count; i++) fields.push(readField(reader));
  const required = reader.u16();

  const unordered = isUnordered(head.hashMode);
  const given = fields.filter((field) => field.type === 'signature').length;
  const failed = unordered
    ? 'Failed to deserialize order independent multisig spending condition'
    : 'Failed to parse multisig spending condition';
  if (unordered ? given < required : given !== required) {
    throw malformed(`${failed}: got ${given} sigs, expected ${unordered ? 'at least ' : ''}${required}`);
  }
  if (isSegwit(head.hashMode) && fields.some((field) => !field.compressed)) throw malformed(`${failed}: expected compressed keys only`);
  return { ...head, kind: 'multi', fields, required };
}

function readField(reader: ByteReader): AuthField {
  const id = reader.u8();
  switch (id) {
    case 0:
    case 1: {
      const key = reader.bytes(33);
      if (!isCompressedPoint(key)) throw malformed('Failed to decode Stacks public key');
      return { type: 'public-key', compressed: id === 0, key };
    }
    case 2:
    case 3:
      return { type: 'signature', compressed: id === 2, signature: reader.bytes(65) };
    default:
      throw malformed(`Failed to parse auth field: unknown auth field ID ${id}`);
  }
}

/** The condition without nonce, fee and signatures, as the initial sighash commits to it. */
export function writeCleared(condition: SpendingCondition): Buffer {
  const head = [u8(condition.hashMode), condition.signer, u64(0n), u64(0n)];
  return condition.kind === 'single'
    ? Buffer.concat([...head, u8(condition.compressed ? 0 : 1), EMPTY_SIGNATURE])
    : Buffer.concat([...head, u32(0), u16(condition.required)]);
}
