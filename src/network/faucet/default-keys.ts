/** A key of the faucet: 64 hex digits, and its Stacks account or P2WPKH address. */
export type FaucetKey = { privateKey: string; address: string };

/** The published Clarinet account `faucet`, and the four accounts after it: the same mnemonic at m/44'/5757'/0'/0/0 … 4. */
export const STX_KEYS: readonly FaucetKey[] = [
  {
    privateKey: 'de433bdfa14ec43aa1098d5be594c8ffb20a31485ff9de2923b2689471c401b8',
    address: 'STNHKEPYEPJ8ET55ZZ0M5A34J0R3N5FM2CMMMAZ6',
  },
  {
    privateKey: '07ff8e7e8ddf8910eb030cf001b21338d0d29a86ebdd4c380f9d1313bdfb7b69',
    address: 'ST3ECTMMBT3CEXFBTWCK9HERK69SV3T9Q59CF52PV',
  },
  {
    privateKey: '3490b580634a8f3be2aa1b408c551c2a5e6cd183c0f0b724c8036610664612ba',
    address: 'ST18XX6RAFJSV32Z0VWGYX45285JJ8W9DGE2TYF73',
  },
  {
    privateKey: 'da990b4f0db968197c5280a1a8c520d2ace6355c61f9715a261375b3dbb52f79',
    address: 'ST1TBJGV1XHRBS5P5GY1KDV1P5ATD042B5034TCQR',
  },
  {
    privateKey: '4f0eb18c3f358dbdfd5db187f9c00664987b13474c5572405e7fc0e45dcf016d',
    address: 'STZPN334GQ1JVYQVM1XWPTC3X29VC1H7YTBHC94N',
  },
];

/** The five accounts after those: m/44'/5757'/0'/0/5 … 9. */
export const SBTC_KEYS: readonly FaucetKey[] = [
  {
    privateKey: '057d31950c6bf97fe310234271580de0725b150a7902cff24aef539c939ed5c4',
    address: 'STMHFRSGEEWP7NFS7TDJWVKASWWKDNVFB76JMYTP',
  },
  {
    privateKey: '2bd68b43c29c0fa6036acb98fb5caebf6dde24799f37e3b8d58c13275f4cbc1b',
    address: 'STD36MDC8FDY4P1MHM6G09QPT74KNK7H69SQRWCT',
  },
  {
    privateKey: '3ad8deaadcc560fc6b715784b4199acc99860d48633f82958c2de171358118cb',
    address: 'ST3XGBTR4CXMZY2TZK07CXKF7SY2TWX5BC5ZFJ92A',
  },
  {
    privateKey: '8b4c72590d0fe53e1e296525884abd23a655d58587f29db3e11ec955ef1b9064',
    address: 'STNV7NFNETZ6X0P0XM3W29WAV0X4J2GYH3XPQ83B',
  },
  {
    privateKey: '6074cafa245c519604d737ae3e64fa8b9e2eadff0b159cfcf5d080b514dedc94',
    address: 'ST2T0BZ1HJN4AS901NEYKN6F45G9MVZ2W9JERCNMA',
  },
];

/** The published account `faucet` on regtest. */
export const BTC_KEY: FaucetKey = {
  privateKey: 'de433bdfa14ec43aa1098d5be594c8ffb20a31485ff9de2923b2689471c401b8',
  address: 'bcrt1q9vvm4hn45jrk3f0lc9p2seysxqaftaqne2t2jc',
};

/** Returns the addresses that faucets pay from unless other keys are configured. */
export function defaultFaucetAddresses(): string[] {
  return [...STX_KEYS, ...SBTC_KEYS, BTC_KEY].map(({ address }) => address);
}
