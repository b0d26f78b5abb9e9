import { BOOT_SOURCES, type BootContract } from './boot-sources.js';

const EPOCH_20: BootContract = { epoch: 'Epoch20', clarityVersion: 1 };
const EPOCH_21: BootContract = { epoch: 'Epoch21', clarityVersion: 2 };
const EPOCH_25: BootContract = { epoch: 'Epoch25', clarityVersion: 2 };

/** The boot contracts of a node, by name, in the order in which a chain gets them (stacks-core: `install_boot_code`). The VM's package lacks sip-031. */
export const BOOT_CONTRACTS: ReadonlyMap<string, BootContract> = new Map<string, BootContract>([
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
  ...BOOT_SOURCES,
]);

/** Whether a contract exists in an epoch such as `3.4`. The VM also has later ones, which are not on the chain. */
export function isPublished({ epoch }: BootContract, current: string): boolean {
  return Number(`${epoch.charAt(5)}.${epoch.slice(6)}`) <= Number(current);
}
