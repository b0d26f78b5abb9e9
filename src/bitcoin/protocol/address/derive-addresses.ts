import type { Descriptor } from '../descriptor/descriptor.js';
import { DescriptorError } from '../descriptor/error.js';
import { matchScript } from '../script/pattern.js';
import { encodeAddress } from './address.js';
import { type AddressFormat, REGTEST } from './format.js';

/**
 * Returns the addresses of a descriptor from index `begin` to `end`, inclusive. Skips the public key output of `combo`.
 * @throws DescriptorError with Core's text
 */
export function deriveAddresses(descriptor: Descriptor, begin: number, end: number, format: AddressFormat = REGTEST): string[] {
  const addresses: string[] = [];
  for (let index = begin; index <= end; index++) {
    const scripts = descriptor.scripts(index);
    for (const script of scripts) {
      const address = encodeAddress(script, format);
      if (address !== undefined) addresses.push(address);
      else if (scripts.length === 1 || matchScript(script).type !== 'pubkey') {
        throw new DescriptorError('Descriptor does not have a corresponding address');
      }
    }
  }
  return addresses;
}
