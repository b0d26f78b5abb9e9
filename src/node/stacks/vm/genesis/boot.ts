import type { GenesisContract } from '../../../../chains/stacks/genesis-contract.js';
import { DevnetError, invalid } from '../../../../error.js';
import { bootMachine, type Machine, type MachineSource } from '../machine/machine.js';
import { needsPlaceholder } from '../machine/placeholder.js';
import { BOOT_ADDRESS } from '../machine/principals.js';
import { isErr, serializedUint } from '../machine/serialized.js';
import {
  callFunction,
  type Deployment,
  deployContract,
  deployTogether,
  isNakamoto,
  mineBurnBlocks,
  type Outcome,
} from '../machine/session.js';
import { enterEpoch } from './epoch.js';
import { type Genesis, splitByEpoch } from './genesis.js';
import { notDeployed } from './not-deployed.js';

/**
 * Boots a VM and brings it to the first block of the new chain, which is mined after the last of the burn blocks so far. The balances are in the origin
 * of the source.
 */
export async function bootGenesis(source: MachineSource, genesis: Genesis): Promise<Machine> {
  const { epoch, pox, burnHeight } = genesis;
  const { earlier, last: contracts } = splitByEpoch(genesis);
  const machine = await bootMachine(source);
  deployEarlier(machine, earlier);
  // Epoch 4.0 brings pox-5, and pox-4 takes no calls any more.
  enterEpoch(machine, epoch === '4.0' ? '3.4' : epoch);
  if (!WITHOUT_POX.includes(epoch)) configurePox(machine, POX_CONTRACTS[epoch] ?? 'pox-4', pox);
  if (epoch === '4.0') {
    enterEpoch(machine, epoch);
    configurePox(machine, 'pox-5', pox, pox.firstPox5Cycle);
  }
  const { burnBlockHeight } = machine.sdk;
  // before Nakamoto each contract takes a burn block
  const reached = burnBlockHeight + (isNakamoto(machine) ? 0 : contracts.length);
  if (reached > burnHeight) throw invalid('burnHeight', `at least ${reached} in epoch ${epoch}`, burnHeight);
  mineBurnBlocks(machine, burnHeight - reached);
  machine.session.probe({ burn: machine.sdk.burnBlockHeight, stacks: machine.sdk.stacksBlockHeight });
  machine.session.askForBurnHashes();
  for (const contract of contracts) deploy(machine, contract);
  return machine;
}

/** Deploys contracts of earlier epochs, ordered by epoch. */
function deployEarlier(machine: Machine, contracts: readonly (GenesisContract & { epoch: string })[]): void {
  for (const epoch of new Set(contracts.map((contract) => contract.epoch))) {
    if (machine.sdk.currentEpoch !== epoch) enterEpoch(machine, epoch);
    const published = contracts.filter((contract) => contract.epoch === epoch);
    if (isNakamoto(machine)) {
      for (const contract of published) deploy(machine, contract);
      continue;
    }
    const deployments = published.map(deploymentOf);
    const failed = deployTogether(machine, deployments);
    if (failed === undefined) continue;
    throw notDeployed(machine, failed.deployment, { ...failed, file: published[deployments.indexOf(failed.deployment)]?.file });
  }
}

export function deploy(machine: Machine, contract: GenesisContract): void {
  const deployment = deploymentOf(contract);
  const outcome = deployContract(machine, deployment);
  if (!outcome.ok) throw notDeployed(machine, deployment, { message: outcome.message, file: contract.file });
}

function deploymentOf({ deployer, name, source, clarityVersion }: GenesisContract): Deployment {
  return { sender: deployer, name, source, clarityVersion, placeholder: needsPlaceholder(source) };
}

/** The PoX contract of epochs before 2.5. In 2.2 and 2.3 PoX is stopped. */
const POX_CONTRACTS: Readonly<Record<string, string | undefined>> = { '2.1': 'pox-2', '2.4': 'pox-3' };
const WITHOUT_POX = ['2.2', '2.3'];

/** Sets the cycle lengths of PoX and the contract's first cycle, once. The initial lengths are mainnet's, scaled down. */
function configurePox(machine: Machine, name: string, { prepareLength, rewardLength }: Genesis['pox'], firstCycle = 0): void {
  // pox-2 and pox-3 take the fraction that rejects, too
  const args = [0, prepareLength, rewardLength, firstCycle, ...(/[23]$/.test(name) ? [0] : [])].map(serializedUint);
  const call = { contract: `${BOOT_ADDRESS}.${name}`, fn: 'set-burnchain-parameters', args, sender: BOOT_ADDRESS };
  expectOk(`set the cycle lengths of ${name}`, callFunction(machine, call));
}

function expectOk(what: string, outcome: Outcome): void {
  if (!outcome.ok) throw new DevnetError('INTERNAL', `the Clarity VM could not ${what}: ${outcome.message}`);
  if (isErr(outcome.result)) throw new DevnetError('INTERNAL', `the Clarity VM could not ${what}: 0x${outcome.result}`);
}
