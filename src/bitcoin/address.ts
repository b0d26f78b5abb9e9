export { addressScript, decodeAddress, encodeAddress } from './protocol/address/address.js';
export { encodeBase58Check } from './protocol/address/encoding/base58.js';
export { encodeBech32, toFiveBits } from './protocol/address/encoding/bech32.js';
export { type AddressFormat, REGTEST } from './protocol/address/format.js';
export { keyAddresses, p2wpkhAddress, payableScript } from './protocol/address/payment-address.js';
