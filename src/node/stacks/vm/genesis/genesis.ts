import { parsePrincipal } from '../../../../chains/stacks/codec/principal.js';
import type { GenesisContract } from '../../../../chains/stacks/genesis-contract.js';
import type { ForkPoint } from '../../../../chains/stacks/origin/fork-point.js';
import { invalid } from '../../../../error.js';
import type { NodeContract } from '../origin/deploy-contracts.js';
import { type GenesisBalance, validateBalances } from './balances.js';

/** Everything that the state of a new chain depends on besides the VM's code. */
export type Genesis = {
  /** A principal may come more than once. */
  balances: GenesisBalance[];
  /** Deployed before the first block, in this order. @default none */
  contracts?: readonly GenesisContract[] | undefined;
  /** Contracts of a real node that replace or complete those of the VM's package, each after those that it calls. @default none */
  bootContracts?: readonly NodeContract[] | undefined;
  epoch: string;
  pox: {
    rewardLength: number;
    prepareLength: number;
    /** The reward cycle from which on pox-5 decides. @default 0 */
    firstPox5Cycle?: number | undefined;
  };
  /** The burn height after boot. */
  burnHeight: number;
  /** When burn block 0 was, in seconds since 1970. */
  genesisTime: number;
  /**
   * The block of a running network that the chain continues. The balances are then of accounts that have none there, and `burnHeight` and the lengths of PoX
   * have no effect. @default none: the chain begins with the boot contracts of this package
   */
  fork?: ForkPoint | undefined;
};

/** The epochs of contracts, ascending. */
const CONTRACT_EPOCHS = ['2.0', '2.05', '2.1', '2.2', '2.3', '2.4', '2.5', '3.0', '3.1', '3.2', '3.3', '3.4', '4.0'];

/** Returns the contracts of epochs before that of the chain, and the others. */
export function splitByEpoch({ contracts = [], epoch }: Pick<Genesis, 'contracts' | 'epoch'>): {
  earlier: readonly (GenesisContract & { epoch: string })[];
  last: readonly GenesisContract[];
} {
  const isEarlier = (contract: GenesisContract): contract is GenesisContract & { epoch: string } =>
    contract.epoch !== undefined && contract.epoch !== epoch;
  return { earlier: contracts.filter(isEarlier), last: contracts.filter((contract) => !isEarlier(contract)) };
}

/** The function that reads accounts exists since 2.1. */
const EPOCHS = ['2.1', '2.2', '2.3', '2.4', '2.5', '3.0', '3.1', '3.2', '3.3', '3.4', '4.0'];

/** @throws DevnetError INVALID_INPUT naming the first part that is wrong */
export function validateGenesis({ balances, contracts = [], epoch, pox, burnHeight }: Genesis): void {
  if (!EPOCHS.includes(epoch)) throw invalid('epoch', `one of ${EPOCHS.join(', ')}`, epoch);
  validateBalances(balances);
  for (const { deployer, name } of contracts) {
    const fits = parsePrincipal(deployer)?.contract === undefined && parsePrincipal(`${deployer}.${name}`) !== undefined;
    if (!fits) throw invalid('contracts', 'the address of a deployer and the name of a contract', `${deployer}.${name}`);
  }
  let reached = 0;
  for (const { deployer, name, epoch: own = epoch } of contracts) {
    const index = CONTRACT_EPOCHS.indexOf(own);
    const isInOrder = index >= reached && index <= CONTRACT_EPOCHS.indexOf(epoch);
    if (!isInOrder) throw invalid(`contracts[${deployer}.${name}].epoch`, `${CONTRACT_EPOCHS[reached]} to ${epoch}`, own);
    reached = index;
  }
  if (!Number.isSafeInteger(burnHeight) || burnHeight < 1) throw invalid('burnHeight', 'a height of at least 1', burnHeight);
  const { rewardLength, prepareLength } = pox;
  if (!Number.isSafeInteger(rewardLength) || rewardLength < 2) throw invalid('pox.rewardLength', 'at least 2 blocks', rewardLength);
  if (!Number.isSafeInteger(prepareLength) || prepareLength < 1 || prepareLength >= rewardLength) {
    throw invalid('pox.prepareLength', `1 to ${rewardLength - 1} blocks`, prepareLength);
  }
}
