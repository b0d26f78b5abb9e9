import { ADDRESS_VERSION, encodeAddress } from '../../../../chains/stacks/codec/c32.js';
import { hash160 } from '../../../../chains/stacks/codec/hash.js';
import type { VmSignerSet } from '../../vm/types.js';
import { isAtLeast, isNakamoto } from '../epoch.js';
import type { Sortition } from '../state/sortition.js';
import type { ChainState } from '../state/state.js';
import { type PoxContract, type PoxRules, readPox } from './pox.js';
import { type ChosenSigners, type RewardSet, readRewardSet } from './reward-set.js';

/** Two payments in a block commit. */
const SLOTS_PER_BLOCK = 2;

/**
 * Returns the signers to choose after the tip, if the tip is the first block of a prepare phase. A cycle without stackers has no
 * signers, and nothing is written for it.
 */
export async function signersToChoose(state: ChainState): Promise<ChosenSigners | undefined> {
  const { epoch, ledger, fork } = state;
  // They would be those of a network with thousands of stackers, to read one after another.
  if (fork !== undefined) return undefined;
  const { sortition, tenureHeight } = ledger.tip;
  const { rewardLength, prepareLength } = state.pox;
  const cycle = Math.ceil(sortition.height / rewardLength);
  // a cycle's first block counts for the prepare phase before it (`is_in_prepare_phase` of stacks-core)
  const beginsPhase = sortition.height % rewardLength === (rewardLength - prepareLength + 1) % rewardLength;
  // the VM writes them into a block without a burn block; epoch 4.0 chooses by way of pox-5
  if (!beginsPhase || !isNakamoto(epoch) || isAtLeast(epoch, '4.0') || !isDecidedByPox4(state, cycle)) return undefined;
  const set = await computeRewardSet(state, cycle);
  return set.signers.length === 0 ? undefined : { cycle, tenureHeight, set };
}

/** The reward set of a cycle that pox-4 decides, as the chain is now. */
export async function computeRewardSet({ vm, poxRules, pox }: ChainState, cycle: number): Promise<RewardSet> {
  const { rewardLength, prepareLength } = pox;
  const { id: contract } = pox4(poxRules);
  const { liquid } = await readPox(vm, contract);
  const slots = BigInt((rewardLength - prepareLength) * SLOTS_PER_BLOCK);
  return readRewardSet(vm, { contract, cycle, liquid, slots });
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

/** As the VM takes it. */
export function vmSignerSet({ cycle, tenureHeight, set }: ChosenSigners): VmSignerSet {
  const signers = set.signers.map(({ key, weight }) => {
    const hash = hash160(Buffer.from(key, 'hex'));
    return { address: encodeAddress({ version: ADDRESS_VERSION.testnetSingle, hash }), weight };
  });
  return { cycle, tenureHeight, signers };
}
