import type { Method } from '../../../method.js';
import { ADDRESS_METHODS } from './addresses.js';
import { BALANCE_METHODS } from './balances.js';
import { DESCRIPTOR_METHODS } from './descriptors.js';
import { HISTORY_METHODS } from './history.js';
import { MANAGING_METHODS } from './managing.js';
import { SENDING_METHODS } from './sending.js';
import { WALLET_SIGNING_METHODS } from './signing.js';

/** The methods of wallets. */
export const WALLET_METHODS: readonly Method[] = [
  ...ADDRESS_METHODS,
  ...BALANCE_METHODS,
  ...DESCRIPTOR_METHODS,
  ...HISTORY_METHODS,
  ...MANAGING_METHODS,
  ...SENDING_METHODS,
  ...WALLET_SIGNING_METHODS,
];
