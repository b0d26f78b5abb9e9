import type { Account } from '../data.js';

/**
 * Clarinet's published account `faucet`, which most projects have beside the standard accounts. To derive it takes as long as a quarter of
 * a start.
 */
export const FAUCET_ACCOUNT: Account = {
  name: 'faucet',
  privateKey: 'de433bdfa14ec43aa1098d5be594c8ffb20a31485ff9de2923b2689471c401b801',
  mnemonic:
    'shadow private easily thought say logic fault paddle word top book during ignore notable orange flight clock image wealth health outside kitten belt reform',
  stx: { address: 'STNHKEPYEPJ8ET55ZZ0M5A34J0R3N5FM2CMMMAZ6' },
  btc: {
    address: 'mjSrB3wS4xab3kYqFktwBzfTdPg367ZJ2d',
    addresses: {
      p2pkh: 'mjSrB3wS4xab3kYqFktwBzfTdPg367ZJ2d',
      p2wpkh: 'bcrt1q9vvm4hn45jrk3f0lc9p2seysxqaftaqne2t2jc',
      'p2sh-p2wpkh': '2MsFaSiXcCiEMHGn9TgSUNyJWGUaURdjwhA',
      p2tr: 'bcrt1pr32j2hnpn37x5f68f5acyyngd7tm3cx5d926v2kwum07wverhguss3ysg2',
    },
  },
};
