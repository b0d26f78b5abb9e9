import { type DecodedAddress, decodeAddress } from '../address/address.js';
import { type AddressFormat, REGTEST } from '../address/format.js';
import type { BitcoinNetworkName } from './reader.js';

/** The prefixes of addresses; private and BIP32 keys of the origin are not read. */
const FORMATS: Readonly<Record<Exclude<BitcoinNetworkName, 'regtest'>, AddressFormat>> = {
  mainnet: { ...REGTEST, bech32: 'bc', pubkeyHash: 0x00, scriptHash: 0x05 },
  testnet: { ...REGTEST, bech32: 'tb' },
  testnet4: { ...REGTEST, bech32: 'tb' },
  signet: { ...REGTEST, bech32: 'tb' },
};

/** Returns the script of an address of regtest, or of the network that a fork continues: they name the same scripts. */
export function decodeForkAddress(address: string, network: BitcoinNetworkName | undefined): DecodedAddress {
  const own = decodeAddress(address);
  if ('scriptPubKey' in own || network === undefined || network === 'regtest') return own;
  const foreign = decodeAddress(address, FORMATS[network]);
  return 'scriptPubKey' in foreign ? foreign : own;
}
