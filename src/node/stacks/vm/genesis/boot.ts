import { DevnetError, invalid } from '../../../../error.js';
import { hideFunctions } from '../execution/hidden.js';
import { MAX_MINT } from '../machine/limits.js';
import { bootMachine, type Machine, type MachineSource } from '../machine/machine.js';
import { BOOT_ADDRESS, FEE_SINK } from '../machine/principals.js';
import { isErr, serializedUint } from '../machine/serialized.js';
import { callFunction, deployContract, execute, isNakamoto, mineBurnBlocks, mint, type Outcome } from '../machine/session.js';
import { enableBurnHashes, findBurnchains } from '../origin/datastore.js';
import type { Genesis, GenesisContract } from './genesis.js';

/** Boots a VM and brings it to the first block of the new chain, which is mined after the last of the burn blocks so far. */
export async function bootGenesis(source: MachineSource, { balances, contracts = [], epoch, pox, burnHeight }: Genesis): Promise<Machine> {
  const machine = await bootMachine(source);
  // Epoch 4.0 brings pox-5, and pox-4 takes no calls any more.
  enterEpoch(machine, epoch === '4.0' ? '3.4' : epoch);
  if (!WITHOUT_POX.includes(epoch)) configurePox(machine, POX_CONTRACTS[epoch] ?? 'pox-4', pox);
  if (epoch === '4.0') {
    enterEpoch(machine, epoch);
    configurePox(machine, 'pox-5', pox);
  }
  for (const balance of balances) fund(machine, balance);
  const { burnBlockHeight } = machine.sdk;
  // before Nakamoto each contract takes a burn block
  const reached = burnBlockHeight + (isNakamoto(machine) ? 0 : contracts.length);
  if (reached > burnHeight) throw invalid('burnHeight', `at least ${reached} in epoch ${epoch}`, burnHeight);
  askForBurnHashes(machine, () => mineBurnBlocks(machine, burnHeight - reached));
  for (const contract of contracts) deploy(machine, contract);
  return machine;
}

/**
 * Makes the VM ask for the hashes of burn blocks instead of computing them from heights. Of several structs, the live one grows with `mine`.
 * @throws DevnetError INTERNAL if the memory does not have exactly one such struct
 */
function askForBurnHashes({ memory, sdk }: Machine, mine: () => void): void {
  const before = findBurnchains(memory, sdk.burnBlockHeight);
  mine();
  const after = new Set(findBurnchains(memory, sdk.burnBlockHeight));
  const [burnchain, ...others] = before.filter((address) => after.has(address));
  if (burnchain === undefined || others.length > 0) {
    const found = burnchain === undefined ? 'none' : `${others.length + 1} structs`;
    throw new DevnetError(
      'INTERNAL',
      `expected one burnchain in the memory of the Clarity VM, found ${found}: this build of the VM has another layout`,
    );
  }
  enableBurnHashes(memory, burnchain);
}

/** Deploys a contract with hidden functions. If this fails, it deploys the contract without them, because they must not be the cause. */
function deploy(machine: Machine, { deployer, name, source, clarityVersion }: GenesisContract): void {
  const deployment = { sender: deployer, name, clarityVersion };
  const hidden = deployContract(machine, { ...deployment, source: hideFunctions(source) });
  const outcome = hidden.ok ? hidden : deployContract(machine, { ...deployment, source });
  if (!outcome.ok)
    throw invalid(
      `contracts[${deployer}.${name}]`,
      'a contract that can be deployed',
      outcome.message.replace(/^Contract deployment runtime error: \S+ -> /, ''),
    );
}

/** That mines a burn block too. */
function enterEpoch({ sdk }: Machine, epoch: string): void {
  sdk.setEpoch(epoch as Parameters<typeof sdk.setEpoch>[0]);
}

/** The PoX contract of epochs before 2.5. In 2.2 and 2.3 PoX is stopped. */
const POX_CONTRACTS: Readonly<Record<string, string | undefined>> = { '2.1': 'pox-2', '2.4': 'pox-3' };
const WITHOUT_POX = ['2.2', '2.3'];

/** Sets the cycle lengths of PoX, which accepts them once. The initial ones are mainnet's, scaled down. */
function configurePox(machine: Machine, name: string, { prepareLength, rewardLength }: Genesis['pox']): void {
  // pox-2 and pox-3 take the fraction that rejects, too
  const args = [0, prepareLength, rewardLength, 0, ...(/[23]$/.test(name) ? [0] : [])].map(serializedUint);
  const call = { contract: `${BOOT_ADDRESS}.${name}`, fn: 'set-burnchain-parameters', args, sender: BOOT_ADDRESS };
  expectOk(`set the cycle lengths of ${name}`, callFunction(machine, call));
}

/** Minting to a contract makes the VM panic, so contracts get theirs by a transfer. */
function fund(machine: Machine, { principal, amount }: Genesis['balances'][number]): void {
  if (amount === 0n) return;
  const isContract = principal.includes('.');
  const account = isContract ? FEE_SINK : principal;
  for (let step = amount / MAX_MINT; step > 0n; step--) expectOk(`fund ${principal}`, mint(machine, account, MAX_MINT));
  expectOk(`fund ${principal}`, mint(machine, account, amount % MAX_MINT));
  if (isContract) expectOk(`fund ${principal}`, execute(machine, FEE_SINK, `(stx-transfer? u${amount} tx-sender '${principal})`));
}

function expectOk(what: string, outcome: Outcome): void {
  if (!outcome.ok) throw new DevnetError('INTERNAL', `the Clarity VM could not ${what}: ${outcome.message}`);
  if (isErr(outcome.result)) throw new DevnetError('INTERNAL', `the Clarity VM could not ${what}: 0x${outcome.result}`);
}
