import { checkAddressText } from '../chains/address-hint.js';
import { decodeAddress } from '../chains/stacks/codec/c32.js';
import { signerOfAddress } from '../chains/stacks/sign.js';
import type { SignedWire } from '../chains/stacks/stacks-js.js';
import { invalid } from '../error.js';

/**
 * Makes a transaction of stacks.js one of another account, without a signature. A network accepts it after `devnet.impersonate(address)`.
 * @param transaction with any public key, for example from `makeUnsignedContractCall`, with the nonce and fee to use; it is changed
 * @param address of the account
 * @returns the transaction @throws DevnetError INVALID_INPUT
 * @example
 * const unsigned = await makeUnsignedSTXTokenTransfer({ recipient, amount, publicKey, nonce, fee, network: devnet.network });
 * await broadcastTransaction({ transaction: unsignedAs(unsigned, owner), network: devnet.network });
 */
export function unsignedAs<T extends SignedWire>(transaction: T, address: string): T {
  const expected = 'the address of an account, such as ST…';
  checkAddressText(address, 'stx', expected, 'address');
  if (decodeAddress(address) === undefined) throw invalid('address', expected, address);
  const { hashMode, hash } = signerOfAddress(address);
  const { spendingCondition: condition } = transaction.auth;
  Object.assign(condition, { hashMode, signer: hash.toString('hex') });
  return transaction;
}
