import type { Method } from '../../method.js';
import { ACTIVITY_METHODS } from './activity.js';
import { BAN_METHODS } from './bans.js';
import { BLOCK_SUBMISSION_METHODS } from './block-submission.js';
import { CHAIN_STATE_METHODS } from './chain-state.js';
import { DEBUGGING_METHODS } from './debugging.js';
import { IMPERSONATION_METHODS } from './impersonation.js';
import { MEMPOOL_FILE_METHODS } from './mempool-files.js';
import { PACKAGE_METHODS } from './packages.js';
import { PEER_METHODS } from './peers.js';
import { PRIORITISATION_METHODS } from './prioritisation.js';
import { PROOF_METHODS } from './proofs.js';
import { MESSAGE_METHODS } from './signing/messages.js';
import { MULTISIG_METHODS } from './signing/multisig.js';
import { PSBT_METHODS } from './signing/psbt.js';
import { PSBT_SIGNING_METHODS } from './signing/psbt-signing.js';
import { SIGNING_METHODS } from './signing/signing.js';
import { TEMPLATE_METHODS } from './template.js';
import { TEST_PEER_METHODS } from './test-peers.js';
import { WAITING_METHODS } from './waiting.js';

/** The methods that load with the first call of one of them. Most need descriptors, PSBT or signing. */
export const LAZY_METHODS: readonly Method[] = [
  ...BLOCK_SUBMISSION_METHODS,
  ...ACTIVITY_METHODS,
  ...BAN_METHODS,
  ...CHAIN_STATE_METHODS,
  ...DEBUGGING_METHODS,
  ...IMPERSONATION_METHODS,
  ...MEMPOOL_FILE_METHODS,
  ...MESSAGE_METHODS,
  ...MULTISIG_METHODS,
  ...PACKAGE_METHODS,
  ...PEER_METHODS,
  ...PRIORITISATION_METHODS,
  ...PROOF_METHODS,
  ...PSBT_METHODS,
  ...PSBT_SIGNING_METHODS,
  ...SIGNING_METHODS,
  ...TEMPLATE_METHODS,
  ...TEST_PEER_METHODS,
  ...WAITING_METHODS,
];
