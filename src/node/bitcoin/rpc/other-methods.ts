import type { Method } from './method.js';
import { ACTIVITY_METHODS } from './methods/activity.js';
import { BLOCK_SUBMISSION_METHODS } from './methods/block-submission.js';
import { CHAIN_STATE_METHODS } from './methods/chain-state.js';
import { DEBUGGING_METHODS } from './methods/debugging.js';
import { MESSAGE_METHODS } from './methods/messages.js';
import { MULTISIG_METHODS } from './methods/multisig.js';
import { PACKAGE_METHODS } from './methods/packages.js';
import { PEER_METHODS } from './methods/peers.js';
import { PRIORITISATION_METHODS } from './methods/prioritisation.js';
import { PROOF_METHODS } from './methods/proofs.js';
import { PSBT_METHODS } from './methods/psbt.js';
import { PSBT_SIGNING_METHODS } from './methods/psbt-signing.js';
import { SIGNING_METHODS } from './methods/signing.js';
import { TEMPLATE_METHODS } from './methods/template.js';
import { WAITING_METHODS } from './methods/waiting.js';

/** What is loaded when a client calls one of these: most need descriptors, PSBT or signing. */
export const OTHER_METHODS: readonly Method[] = [
  ...BLOCK_SUBMISSION_METHODS,
  ...ACTIVITY_METHODS,
  ...CHAIN_STATE_METHODS,
  ...DEBUGGING_METHODS,
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
  ...WAITING_METHODS,
];
