import { ADDRESS_VERSION, encodeAddress, findPrincipal, serialize } from '../../../clarity/values.js';
import { u8, u64 } from '../codec/writer.js';
import { keyHash, type SignedTransaction, type Signing, signTransaction } from './sign.js';

export type Transfer = Signing & {
  /** An account or a contract. */
  recipient: string;
  /** Micro-STX. */
  amount: bigint;
  /** At most 34 bytes; text is UTF-8. */
  memo: string | Uint8Array;
};

const TOKEN_TRANSFER = 0;
const MEMO_LENGTH = 34;

/** Builds and signs a transfer of STX on a test network. @throws RangeError for an invalid recipient, key or memo */
export async function signTransfer({ recipient, amount, memo, ...signing }: Transfer): Promise<SignedTransaction> {
  return signTransaction(transferPayload({ recipient, amount, memo }), { mode: 'deny' }, signing);
}

/** Serializes a transfer. @throws RangeError for an invalid recipient or memo */
export function transferPayload({ recipient, amount, memo }: Pick<Transfer, 'recipient' | 'amount' | 'memo'>): Buffer {
  const principal = findPrincipal(recipient);
  const text = typeof memo === 'string' ? Buffer.from(memo, 'utf8') : memo;
  if (principal === undefined) throw new RangeError(`not a principal: ${recipient}`);
  if (text.length > MEMO_LENGTH) throw new RangeError(`a memo of ${text.length} bytes, more than ${MEMO_LENGTH}`);
  const payload = [u8(TOKEN_TRANSFER), serialize(principal), u64(amount), text, Buffer.alloc(MEMO_LENGTH - text.length)];
  return Buffer.concat(payload);
}

/**
 * The account of a private key on a test network. @param privateKey 64 hex digits, of a compressed key. @throws RangeError if it is invalid
 */
export async function testnetAddress(privateKey: string): Promise<string> {
  return encodeAddress({ version: ADDRESS_VERSION.testnetSingle, hash: await keyHash(Buffer.from(privateKey, 'hex')) });
}
