import { type AddressFormat, REGTEST } from '#dist/bitcoin/protocol/address/format.js';

const TESTNET: AddressFormat = { ...REGTEST, bech32: 'tb' };

/** The formats of the networks in Core's vectors. */
export const FORMATS: Record<string, AddressFormat> = {
  main: {
    bech32: 'bc',
    pubkeyHash: 0x00,
    scriptHash: 0x05,
    privateKey: 0x80,
    extendedPublicKey: '0488b21e',
    extendedPrivateKey: '0488ade4',
  },
  test: TESTNET,
  testnet4: TESTNET,
  signet: TESTNET,
  regtest: REGTEST,
};

export const MAIN: AddressFormat = FORMATS['main'] as AddressFormat;
