import { hash160 } from '../../../../chains/stacks/codec/hash.js';
import { parsePrincipal } from '../../../../clarity/values/principal.js';
import type { Value } from '../../../../clarity/values/value.js';
import type { BlockExecution } from '../../clarity/block-execution.js';
import type { SignerSet } from '../../clarity/signers.js';
import type { StacksBlock } from '../block/block.js';
import { isAtLeast } from '../epoch.js';
import type { Sortition } from '../state/sortition.js';
import type { ChainState } from '../state/state.js';
import { type PoxContract, type PoxRules, type ReadContract, readPox } from './pox.js';
import { type ChosenSigners, type RewardSet, readRewardSet } from './reward-set.js';

/** Two payments in a block commit. */
const SLOTS_PER_BLOCK = 2;

/**
 * Returns the signers to choose in the first block of a tenure, if that is the first one of a prepare phase. A cycle without stackers has no
 * signers, and nothing is written for it.
 */
export function signersToChoose(
  state: ChainState,
  execution: BlockExecution,
  { sortition, tenureHeight }: Pick<StacksBlock, 'sortition' | 'tenureHeight'>,
): ChosenSigners | undefined {
  const { epoch, fork } = state;
  // They would be those of a network with thousands of stackers, to read one after another.
  if (fork !== undefined || !isAtLeast(epoch, '2.5')) return undefined;
  const { rewardLength, prepareLength } = state.pox;
  const cycle = Math.ceil(sortition.height / rewardLength);
  // a cycle's first block counts for the prepare phase before it (`is_in_prepare_phase` of stacks-core)
  const beginsPhase = sortition.height % rewardLength === (rewardLength - prepareLength + 1) % rewardLength;
  if (!beginsPhase || isAtLeast(epoch, '4.0') || !isDecidedByPox4(state, cycle)) return undefined;
  const read = (contract: string, fn: string, args: readonly Value[]) => execution.read(parsePrincipal(contract), fn, args);
  const set = computeRewardSet(state, cycle, read);
  return set.signers.length === 0 ? undefined : { cycle, tenureHeight, set };
}

/** The reward set of a cycle that pox-4 decides, as the chain is now. */
export function computeRewardSet({ poxRules, pox }: ChainState, cycle: number, read: ReadContract): RewardSet {
  const { rewardLength, prepareLength } = pox;
  const { id: contract } = pox4(poxRules);
  const { liquid } = readPox(contract, read);
  const slots = BigInt((rewardLength - prepareLength) * SLOTS_PER_BLOCK);
  return readRewardSet({ contract, cycle, liquid, slots }, read);
}

/** Whether pox-4 is active when the cycle begins. */
export function isDecidedByPox4({ pox, poxRules }: Pick<ChainState, 'pox' | 'poxRules'>, cycle: number): boolean {
  return (pox.firstHeight ?? 0) + cycle * pox.rewardLength > pox4(poxRules).activation;
}

function pox4({ contracts }: PoxRules): PoxContract {
  const found = contracts.find(({ id }) => id.endsWith('.pox-4'));
  if (found === undefined) throw new Error('there is no pox-4');
  return found;
}

/** The signers of the blocks of a tenure. A cycle's first Bitcoin block is theirs already (`nakamoto_first_block_of_cycle`). */
export function signersOf({ ledger, pox }: ChainState, { height }: Sortition): ChosenSigners | undefined {
  return ledger.chosen(Math.floor(height / pox.rewardLength));
}

/** As the boot contract gets it. */
export function signerSetOf({ cycle, tenureHeight, set }: ChosenSigners): SignerSet {
  const signers = set.signers.map(({ key, weight }) => ({ hash: hash160(Buffer.from(key, 'hex')), weight }));
  return { cycle, tenureHeight, signers };
}
