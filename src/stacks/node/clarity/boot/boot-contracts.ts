import { ALL_EPOCH_NAMES, type AnyEpochName, EPOCH_NAMES } from '../../../../clarity/epoch.js';
import { epochOfId } from '../../../epoch-name.js';

/** The epoch and the Clarity version in which stacks-core publishes a boot contract (`stackslib/src/chainstate/stacks/boot`). */
export type Publication = { epoch: string; clarityVersion: number };

const EPOCH_20: Publication = { epoch: 'Epoch20', clarityVersion: 1 };
const EPOCH_21: Publication = { epoch: 'Epoch21', clarityVersion: 2 };
const EPOCH_25: Publication = { epoch: 'Epoch25', clarityVersion: 2 };

/** Sets of signers take turns; each has a database for every kind of message (stacks-core: `MessageSlotID`). */
const SIGNER_SETS = 2;
const MESSAGE_KINDS = 13;

/** The boot contracts of a node, by name, in the order in which a chain gets them (stacks-core: `install_boot_code`). */
export const BOOT_CONTRACTS: ReadonlyMap<string, Publication> = new Map<string, Publication>([
  ['pox', EPOCH_20],
  ['lockup', EPOCH_20],
  ['costs', EPOCH_20],
  ['cost-voting', EPOCH_20],
  ['bns', EPOCH_20],
  ['costs-2', EPOCH_20],
  ['pox-2', EPOCH_21],
  ['costs-3', EPOCH_21],
  ['pox-3', { epoch: 'Epoch24', clarityVersion: 2 }],
  ['pox-4', EPOCH_25],
  ['signers', EPOCH_25],
  ['signers-voting', EPOCH_25],
  ['sip-031', { epoch: 'Epoch32', clarityVersion: 3 }],
  ['costs-4', { epoch: 'Epoch33', clarityVersion: 4 }],
  ['pox-5', { epoch: 'Epoch40', clarityVersion: 6 }],
  ['genesis', EPOCH_20],
  ...Array.from({ length: SIGNER_SETS * MESSAGE_KINDS }, (_, i): [string, Publication] => [
    `signers-${Math.floor(i / MESSAGE_KINDS)}-${i % MESSAGE_KINDS}`,
    EPOCH_25,
  ]),
]);

/** Whether what an epoch brings exists in another one. Both are named as `3.4`. */
export function isPublished(epoch: AnyEpochName, current: string): boolean {
  return Number(epoch) <= Number(current);
}

/** Reads the name of an epoch as interfaces of contracts have it. */
export function epochName(since: string): AnyEpochName {
  const epoch = epochOfId(since);
  return ALL_EPOCH_NAMES.find((name) => name === epoch) ?? EPOCH_NAMES[0];
}

/**
 * What the node mints for a boot contract when it publishes it, in micro-STX (stacks-core: `SIP_031_INITIAL_MINT`, clarity_vm/clarity.rs).
 */
export const BOOT_MINTS: ReadonlyMap<string, bigint> = new Map([['sip-031', 200_000_000_000_000n]]);

/** Returns how many micro-STX the boot contracts have when a chain begins in an epoch. */
export function bootSupply(epoch: string): bigint {
  const published = [...BOOT_CONTRACTS].filter(([, publication]) => isPublished(epochName(publication.epoch), epoch));
  return published.reduce((sum, [name]) => sum + (BOOT_MINTS.get(name) ?? 0n), 0n);
}
