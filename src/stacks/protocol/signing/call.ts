import { decodeAddress, serialize, type Value } from '../../../clarity/values.js';
import { name, u8, u32 } from '../codec/writer.js';
import { type PostConditions, type SignedTransaction, type Signing, signTransaction } from './sign.js';

export type Call = Signing & {
  /** `ST….name`. */
  contract: string;
  fn: string;
  args: readonly Value[];
  /** @default any asset of the signer may be transferred */
  postConditions?: PostConditions | undefined;
};

const CONTRACT_CALL = 2;

/** Builds and signs a call of a public function on a test network. @throws RangeError for an invalid contract or key */
export async function signCall({ contract, fn, args, postConditions = { mode: 'allow' }, ...signing }: Call): Promise<SignedTransaction> {
  return signTransaction(callPayload({ contract, fn, args }), postConditions, signing);
}

/** Serializes a call. @throws RangeError for an invalid contract */
export function callPayload({ contract, fn, args }: Pick<Call, 'contract' | 'fn' | 'args'>): Buffer {
  const [account = '', contractName = ''] = contract.split('.');
  const address = decodeAddress(account);
  if (address === undefined) throw new RangeError(`not a contract: ${contract}`);
  const target = [u8(CONTRACT_CALL), u8(address.version), address.hash, name(contractName), name(fn)];
  return Buffer.concat([...target, u32(args.length), ...args.map(serialize)]);
}
