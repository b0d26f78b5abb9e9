import { networkKeys } from '#dist/engines/common/boot-plan/network-keys.js';

/** The account that stacks; it needs 1,000,000,000 STX. */
export const STACKER = {
  address: 'ST2JHG361ZXG51QTKY2NQCVBPPRRE2KZB1HR05NNC',
  key: 'd655b2523bcd65e34889725c73064feb17ceb796831c0e111ba1a552b0f31b3901',
};
/** Another standard account. */
export const WALLET_1 = {
  address: 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5',
  key: '7287ba251d44a4d3fd9276c88ce34c5c52a038955511cccaf77e61068649c17801',
};
/** The signer key of the network of real nodes; all stackers choose it. */
export const [SIGNER] = networkKeys(1).signers;
