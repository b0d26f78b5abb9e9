import type { Method } from '../../../method.js';
import { ADDRESS_METHODS } from './addresses.js';
import { BACKUP_METHODS } from './backup.js';
import { BALANCE_METHODS } from './balances.js';
import { BUMPING_METHODS } from './bumping.js';
import { DEFAULT_FEE_METHODS } from './default-fee.js';
import { DESCRIPTOR_METHODS } from './descriptors.js';
import { ENCRYPTION_METHODS } from './encryption.js';
import { FLAG_METHODS } from './flags.js';
import { FUNDING_METHODS } from './funding.js';
import { HD_KEY_METHODS } from './hd-keys.js';
import { HISTORY_METHODS } from './history.js';
import { INSPECTION_METHODS } from './inspection.js';
import { MANAGING_METHODS } from './managing.js';
import { PRUNED_FUNDS_METHODS } from './pruned-funds.js';
import { RECEIVED_METHODS } from './received.js';
import { SEND_METHODS } from './send.js';
import { SEND_ALL_METHODS } from './send-all.js';
import { SENDING_METHODS } from './sending.js';
import { WALLET_SIGNING_METHODS } from './signing.js';

/** The methods of wallets. */
export const WALLET_METHODS: readonly Method[] = [
  ...ADDRESS_METHODS,
  ...BACKUP_METHODS,
  ...BALANCE_METHODS,
  ...BUMPING_METHODS,
  ...DEFAULT_FEE_METHODS,
  ...DESCRIPTOR_METHODS,
  ...ENCRYPTION_METHODS,
  ...FLAG_METHODS,
  ...FUNDING_METHODS,
  ...HD_KEY_METHODS,
  ...HISTORY_METHODS,
  ...INSPECTION_METHODS,
  ...MANAGING_METHODS,
  ...PRUNED_FUNDS_METHODS,
  ...RECEIVED_METHODS,
  ...SEND_METHODS,
  ...SEND_ALL_METHODS,
  ...SENDING_METHODS,
  ...WALLET_SIGNING_METHODS,
];
