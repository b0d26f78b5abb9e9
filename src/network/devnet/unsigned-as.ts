import { checkAddressText } from '../../base/address-hint.js';
import { invalid } from '../../base/error.js';
import type { SignedWire } from '../../clarity/stacks-js.js';
import { decodeAddress } from '../../clarity/values.js';
import { signerOfAddress } from '../../stacks/signing.js';

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
