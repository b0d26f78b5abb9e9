import type { Value } from '../../../../clarity/values.js';
import { parsePrincipal } from '../../../../clarity/values.js';
import { hash160 } from '../../../protocol/codec/hash.js';
import type { BlockExecution } from '../../clarity/block-execution.js';
import type { SignerSet } from '../../clarity/signers.js';
import type { StacksBlock } from '../block/block.js';
import { epochAt, isAtLeast } from '../epoch.js';
import type { Sortition } from '../state/sortition.js';
import type { ChainState } from '../state/state.js';
import { contractOfCycle, cycleOf, hasContractOfCycle, preparedCycle, type ReadContract, readPox, slotsOf } from './pox.js';
import { type ChosenSigners, type RewardSet, readRewardSet } from './reward-set.js';
import { readStakedSet } from './staked-set.js';

/**
 * Returns the signers to choose in the first block of a tenure, if that is the first one in a prepare phase
 * (`check_and_handle_prepare_phase_start`, stackslib/src/chainstate/nakamoto/signer_set.rs). A cycle without stackers has no signers, and
 * nothing is written for it: here the chain continues.
 */
export function signersToChoose(
  state: ChainState,
  execution: BlockExecution,
  { sortition, tenureHeight }: Pick<StacksBlock, 'sortition' | 'tenureHeight'>,
): ChosenSigners | undefined {
  const { epochs, fork, pox, ledger } = state;
  // They would be those of a network with thousands of stackers, to read one after another.
  if (fork !== undefined || !isAtLeast(epochAt(epochs, sortition.height), '2.5')) return undefined;
  const cycle = preparedCycle(pox, sortition.height);
  if (cycle === undefined || preparedCycle(pox, ledger.tip.sortition.height) === cycle || !hasSigners(state, cycle)) return undefined;
  const set = computeRewardSet(state, cycle, (contract, fn, args: readonly Value[]) => execution.read(parsePrincipal(contract), fn, args));
  return set === undefined || set.signers.length === 0 ? undefined : { cycle, tenureHeight, set };
}

/**
 * The reward set of a cycle that has one, as the chain is now; undefined if the network has no sBTC to pay since pox-5, or no pox-5 yet:
 * real nodes refuse an epoch 4.0 that begins so late in a cycle.
 */
export function computeRewardSet(state: ChainState, cycle: number, read: ReadContract): RewardSet | undefined {
  if (!hasContractOfCycle(state, cycle, state.sortitions.tip.height)) return undefined;
  const slots = slotsOf(state.pox);
  const contract = contractOfCycle(state, cycle);
  if (contract.endsWith('.pox-5')) return readStakedSet({ contract, cycle, slots, sbtcDeployer: state.sbtcDeployer }, read);
  const { liquid } = readPox(contract, read);
  return readRewardSet({ contract, cycle, liquid, slots }, read);
}

/** Whether a cycle has signers: since pox-4. */
export function hasSigners(state: Pick<ChainState, 'pox' | 'poxRules'>, cycle: number): boolean {
  return /\.pox-[45]$/.test(contractOfCycle(state, cycle));
}

/** The signers of the blocks of a tenure. A cycle's first Bitcoin block is theirs already (`nakamoto_first_block_of_cycle`). */
export function signersOf({ ledger, pox }: ChainState, { height }: Sortition): ChosenSigners | undefined {
  return ledger.chosen(cycleOf(pox, height));
}

/** As the boot contract gets it. */
export function signerSetOf({ cycle, tenureHeight, set }: ChosenSigners): SignerSet {
  const signers = set.signers.map(({ key, weight }) => ({ hash: hash160(Buffer.from(key, 'hex')), weight }));
  return { cycle, tenureHeight, signers };
}
