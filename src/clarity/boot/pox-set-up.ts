import { UIntValue, type Value } from '../values/value.js';

/** The cycles of PoX, in Bitcoin blocks. */
export type PoxCycles = {
  /** The blocks of a reward cycle. */
  readonly rewardLength: number;
  /** Of these the last ones, in which the next reward set is decided. */
  readonly prepareLength: number;
  /** The burn height at which cycle 0 begins. @default 0 */
  readonly firstHeight?: number | undefined;
  /** The reward cycle from which on pox-5 decides. @default 0 */
  readonly firstPox5Cycle?: number | undefined;
};

/**
 * Returns the call by which a node tells a PoX contract the cycles of its network; undefined for other contracts, and for `pox`, whose
 * source has them (`initialize_epoch_2_1` and its kin, stackslib/src/clarity_vm/clarity.rs).
 * @param name of a boot contract
 */
export function poxSetUp(
  name: string,
  { rewardLength, prepareLength, firstHeight = 0, firstPox5Cycle = 0 }: PoxCycles,
): { fn: string; args: readonly Value[] } | undefined {
  if (!/^pox-[2-5]$/.test(name)) return undefined;
  // pox-2 and pox-3 take the fraction that rejects, too
  const numbers = [firstHeight, prepareLength, rewardLength, name === 'pox-5' ? firstPox5Cycle : 0, ...(/[23]$/.test(name) ? [0] : [])];
  return { fn: 'set-burnchain-parameters', args: numbers.map((number): Value => new UIntValue(BigInt(number))) };
}
