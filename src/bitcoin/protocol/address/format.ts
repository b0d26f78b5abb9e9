/** The prefixes of a network's addresses and keys. */
export type AddressFormat = {
  /** The prefix of bech32 addresses. */
  bech32: string;
  /** The version bytes of base58 addresses and of private keys. */
  pubkeyHash: number;
  scriptHash: number;
  privateKey: number;
  /** The version of BIP32 keys, as hex. */
  extendedPublicKey: string;
  extendedPrivateKey: string;
};

export const REGTEST: AddressFormat = {
  bech32: 'bcrt',
  pubkeyHash: 0x6f,
  scriptHash: 0xc4,
  privateKey: 0xef,
  extendedPublicKey: '043587cf',
  extendedPrivateKey: '04358394',
};
