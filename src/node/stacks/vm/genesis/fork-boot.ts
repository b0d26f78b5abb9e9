import type { GenesisContract } from '../../../../chains/stacks/genesis-contract.js';
import { bootMachine, type Machine, type MachineSource } from '../machine/machine.js';
import { mineBurnBlocks } from '../machine/session.js';
import type { Origin } from '../origin/origin.js';
import { hasContract } from '../origin/origin-state.js';
import { deploy } from './boot.js';
import { enterEpoch } from './epoch.js';

type ForkGenesis = {
  epoch: string;
  /** Deployed in this order, in a block each. */
  contracts: readonly GenesisContract[];
};

/** Boots a VM at the second burn block after that of its origin, in the epoch of the origin. */
export async function bootFork(source: MachineSource, { epoch, contracts }: ForkGenesis): Promise<Machine> {
  const machine = await bootMachine(source);
  // The VM guesses the epoch from the height, by the heights of mainnet and of testnet. A new epoch opens a burn block.
  if (machine.sdk.currentEpoch !== epoch) enterEpoch(machine, epoch);
  else mineBurnBlocks(machine, 1);
  machine.session.probe({ burn: machine.sdk.burnBlockHeight, stacks: machine.sdk.stacksBlockHeight });
  machine.session.askForBurnHashes();
  for (const contract of contracts) deploy(machine, contract);
  return machine;
}

/** Returns the contracts that the network of an origin does not have, for example without requirements of a project. */
export function missingContracts(origin: Origin, contracts: readonly GenesisContract[]): GenesisContract[] {
  return contracts.filter(({ deployer, name }) => !hasContract(origin, `${deployer}.${name}`)).map(({ epoch: _, ...contract }) => contract);
}
