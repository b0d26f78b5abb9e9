import { RPC_CODE, RpcError } from '../error.js';

/** The types of address, by Core's names. */
export type AddressType = 'legacy' | 'p2sh-segwit' | 'bech32' | 'bech32m';

export const ADDRESS_TYPES: readonly AddressType[] = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'];

/** Parses the name of a type of address. @throws RpcError −5 */
export function addressTypeOf(name: string, what: 'address' | 'change' = 'address'): AddressType {
  const type = ADDRESS_TYPES.find((each) => each === name);
  if (type !== undefined) return type;
  throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, `Unknown ${what} type '${name}'`);
}
