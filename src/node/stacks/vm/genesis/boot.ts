import { DevnetError, invalid } from '../../../../error.js';
import { bootMachine, type Machine, type MachineSource } from '../machine/machine.js';
import { needsPlaceholder } from '../machine/placeholder.js';
import { BOOT_ADDRESS } from '../machine/principals.js';
import { isErr, serializedUint } from '../machine/serialized.js';
import { callFunction, deployContract, isNakamoto, mineBurnBlocks, type Outcome } from '../machine/session.js';
import { type Genesis, type GenesisContract, splitByEpoch } from './genesis.js';
import { notDeployed } from './not-deployed.js';

/**
 * Boots a VM and brings it to the first block of the new chain, which is mined after the last of the burn blocks so far. The balances are in the origin
 * of the source.
 */
export async function bootGenesis(source: MachineSource, genesis: Genesis): Promise<Machine> {
  const { epoch, pox, burnHeight } = genesis;
  const { earlier, last: contracts } = splitByEpoch(genesis);
  const machine = await bootMachine(source);
  for (const contract of earlier) {
    if (machine.sdk.currentEpoch !== contract.epoch) enterEpoch(machine, contract.epoch);
    deploy(machine, contract);
  }
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
  machine.session.probe(machine.sdk.burnBlockHeight);
  machine.session.askForBurnHashes();
  for (const contract of contracts) deploy(machine, contract);
  return machine;
}

function deploy(machine: Machine, { deployer, epoch: _epoch, file, ...contract }: GenesisContract): void {
  const placeholder = needsPlaceholder(contract.source);
  const deployment = { sender: deployer, clarityVersion: undefined, placeholder, ...contract };
  const outcome = deployContract(machine, deployment);
  if (!outcome.ok) throw notDeployed(machine, deployment, { message: outcome.message, file });
}

/** That mines a burn block too. */
function enterEpoch({ sdk }: Machine, epoch: string): void {
  sdk.setEpoch(epoch as Parameters<typeof sdk.setEpoch>[0]);
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
