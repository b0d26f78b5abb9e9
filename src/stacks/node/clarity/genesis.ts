import { invalid } from '../../../base/error.js';
import { untilComplete } from '../../../base/missing.js';
import type { BootedState } from '../../../clarity/boot.js';
import type { ChainView } from '../../../clarity/execution.js';
import { deployContract, Execution, readProgram } from '../../../clarity/execution.js';
import { isContractName } from '../../../clarity/name-syntax.js';
import { emptyState, type State, StateEditor } from '../../../clarity/state.js';
import { contractPrincipal, findPrincipal, type PrincipalValue, parsePrincipal } from '../../../clarity/values.js';
import { type ClarityVersion, defaultVersion } from '../../../clarity/version.js';
import type { GenesisContract } from '../../genesis-contract.js';
import { OPENING } from '../chain/production/tenure.js';
import { creditBalances, type GenesisBalance, validateBalances } from './balances.js';
import { bootSupply } from './boot/boot-contracts.js';
import type { ClarityVm } from './clarity-vm.js';
import type { ForkSourceState } from './fork-source/state.js';
import { notDeployed } from './not-deployed.js';

/** What a chain begins with besides its boot contracts. */
export type Genesis = {
  /** A principal may come more than once. */
  balances: readonly GenesisBalance[];
  /** Deployed before the first block, in this order. @default none */
  contracts?: readonly GenesisContract[] | undefined;
  epoch: string;
  pox: { rewardLength: number; prepareLength: number };
};

/** The epochs that a chain can begin in, ascending. */
const EPOCHS = ['2.1', '2.2', '2.3', '2.4', '2.5', '3.0', '3.1', '3.2', '3.3', '3.4', '4.0'];
/** The epochs of contracts. */
const CONTRACT_EPOCHS = ['2.0', '2.05', ...EPOCHS];

/** @throws DevnetError INVALID_INPUT naming the first part that is wrong */
export function validateGenesis({ balances, contracts = [], epoch, pox }: Genesis): void {
  if (!EPOCHS.includes(epoch)) throw invalid('epoch', `one of ${EPOCHS.join(', ')}`, epoch);
  validateBalances(balances, bootSupply(epoch));
  for (const { deployer, name } of contracts) {
    const fits = isContractName(name) && findPrincipal(deployer)?.name === undefined && findPrincipal(`${deployer}.${name}`) !== undefined;
    if (!fits) throw invalid('contracts', 'the address of a deployer and the name of a contract', `${deployer}.${name}`);
  }
  let reached = 0;
  for (const { deployer, name, epoch: own = epoch } of contracts) {
    const index = CONTRACT_EPOCHS.indexOf(own);
    const isInOrder = index >= reached && index <= CONTRACT_EPOCHS.indexOf(epoch);
    if (!isInOrder) throw invalid(`contracts[${deployer}.${name}].epoch`, `${CONTRACT_EPOCHS[reached]} to ${epoch}`, own);
    reached = index;
  }
  const { rewardLength, prepareLength } = pox;
  if (!Number.isSafeInteger(rewardLength) || rewardLength < 2) throw invalid('pox.rewardLength', 'at least 2 blocks', rewardLength);
  if (!Number.isSafeInteger(prepareLength) || prepareLength < 1 || prepareLength >= rewardLength) {
    throw invalid('pox.prepareLength', `1 to ${rewardLength - 1} blocks`, prepareLength);
  }
}

type Surroundings = {
  vm: ClarityVm;
  /** Who has opened the first tenure. */
  miner: PrincipalValue;
  /** What the contracts see of the chain. */
  chain: ChainView;
};

/**
 * Makes the state that a chain of its own begins with.
 * @param booted the boot contracts
 * @throws DevnetError INVALID_INPUT for a contract that cannot be deployed
 */
export function genesisState({ balances, contracts = [], epoch }: Genesis, booted: BootedState, surroundings: Surroundings): State {
  const state = new StateEditor(emptyState(booted));
  const minted = booted.contracts
    .map(({ id, minted: amount = 0n }) => ({ principal: id.text, amount }))
    .filter(({ amount }) => amount > 0n);
  creditBalances(state, [...minted, ...balances], epoch);
  openFirstTenure(state, surroundings);
  for (const contract of contracts) deploy(state, contract, epoch, surroundings);
  return state.snapshot();
}

type Continued = {
  inherited: ForkSourceState;
  /** Whom blocks pay: making one never waits for them. */
  paid: readonly PrincipalValue[];
};

/**
 * Makes the state that a fork begins with. Contracts that the network has, for example requirements of a project, are not deployed again.
 * @throws DevnetError INVALID_INPUT for a contract that cannot be deployed, ORIGIN if the network does not answer
 */
export async function forkState(
  { contracts = [], epoch }: Pick<Genesis, 'contracts' | 'epoch'>,
  { inherited, paid }: Continued,
  surroundings: Surroundings,
): Promise<State> {
  const state = new StateEditor({ ...emptyState(inherited), liquidSupply: await untilComplete(() => inherited.liquidSupply) });
  for (const account of paid) await untilComplete(() => state.account(account));
  await untilComplete(() => openFirstTenure(state, surroundings));
  for (const contract of contracts) {
    await untilComplete(() => {
      if (state.contract(idOf(contract)) === undefined) deploy(state, { ...contract, epoch }, epoch, surroundings);
    });
  }
  return state.snapshot();
}

function openFirstTenure(state: StateEditor, { miner }: Surroundings): void {
  const account = state.account(miner);
  state.setAccount(miner, { ...account, nonce: account.nonce + BigInt(OPENING) });
}

function deploy(state: StateEditor, contract: GenesisContract, current: string, { vm, chain }: Surroundings): void {
  const { deployer, source, clarityVersion, epoch = current } = contract;
  const id = idOf(contract);
  const rules = vm.rulesOf({ name: epoch });
  const version = (clarityVersion ?? (CONTRACT_EPOCHS.indexOf(epoch) < 2 ? 1 : defaultVersion(rules.epoch))) as ClarityVersion;
  const { unlockHeights } = vm;
  const x = new Execution({ rules, state, chain, unlockHeights, sender: parsePrincipal(deployer) });
  try {
    vm.record(() => deployContract(x, readProgram(x, { id, source, version })));
    vm.deployed(state, id);
  } catch (error) {
    throw notDeployed(error, contract, { id, rules, version });
  }
}

function idOf({ deployer, name }: GenesisContract): PrincipalValue {
  return contractPrincipal(parsePrincipal(deployer), name);
}
