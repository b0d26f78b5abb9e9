import { COMMON_METHODS } from './common-methods.js';
import type { Method } from './method.js';
import { ACTIVITY_METHODS } from './methods/activity.js';
import { CHAIN_STATE_METHODS } from './methods/chain-state.js';
import { controlMethods } from './methods/control.js';
import { DEBUGGING_METHODS } from './methods/debugging.js';
import { DISK_METHODS } from './methods/disk.js';
import { MESSAGE_METHODS } from './methods/messages.js';
import { MULTISIG_METHODS } from './methods/multisig.js';
import { PACKAGE_METHODS } from './methods/packages.js';
import { PEER_METHODS } from './methods/peers.js';
import { PRIORITISATION_METHODS } from './methods/prioritisation.js';
import { PROOF_METHODS } from './methods/proofs.js';
import { SIGNING_METHODS } from './methods/signing.js';
import { TEMPLATE_METHODS } from './methods/template.js';
import { WAITING_METHODS } from './methods/waiting.js';

/** Every RPC of the node by its name. There is no wallet: its methods are unknown, as with bitcoind's `-disablewallet`. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  [
    ...COMMON_METHODS,
    ...ACTIVITY_METHODS,
    ...CHAIN_STATE_METHODS,
    ...DEBUGGING_METHODS,
    ...DISK_METHODS,
    ...MESSAGE_METHODS,
    ...MULTISIG_METHODS,
    ...PACKAGE_METHODS,
    ...PEER_METHODS,
    ...PRIORITISATION_METHODS,
    ...PROOF_METHODS,
    ...SIGNING_METHODS,
    ...TEMPLATE_METHODS,
    ...WAITING_METHODS,
    ...controlMethods(() => METHODS.values()),
  ].map((method) => [method.name, method]),
);
