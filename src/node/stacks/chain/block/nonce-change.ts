import { u8, u64 } from '../../../../chains/stacks/codec/writer.js';

/** A change of an account's nonce by a block; `principal` is c32 text. */
export type NonceChange = { readonly principal: string; readonly before: bigint; readonly after: bigint };

/** The bytes of a change: the principal's length and text, then both nonces. */
export function nonceRecord({ principal, before, after }: NonceChange): Buffer[] {
  return [u8(principal.length), Buffer.from(principal, 'latin1'), u64(before), u64(after)];
}

/** @returns the change at that place, and where the next one begins */
export function readNonceRecord(bytes: Buffer, at: number): NonceChange & { end: number } {
  const text = at + 1;
  const nonces = text + bytes.readUInt8(at);
  return {
    principal: bytes.toString('latin1', text, nonces),
    before: bytes.readBigUInt64BE(nonces),
    after: bytes.readBigUInt64BE(nonces + 8),
    end: nonces + 16,
  };
}
