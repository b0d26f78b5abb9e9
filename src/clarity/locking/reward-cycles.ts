import { InternalFailure } from '../failure.js';
import type { PrincipalValue } from '../values/value.js';
import type { LockingHost } from './host.js';

/** The reward cycles of a PoX contract, computed as the contracts do. Underflows are a runtime error there; here they are undefined. */
export type RewardCycles = {
  /** The cycle of a burn height, undefined before the first block. */
  cycleOf(height: bigint): bigint | undefined;
  /** The first burn height of a cycle. */
  heightOf(cycle: bigint): bigint;
  readonly current: bigint;
  /** The cycle from which a stacker of now counts: the next one, in a prepare phase that after it. */
  readonly start: bigint;
  /** 1 in a prepare phase, whose set of signers is made already, else 0. */
  readonly offset: bigint;
};

/** Reads the cycles of `pox-2`, `pox-3` or `pox-4`. Returns undefined before the first block. */
export function rewardCyclesOf(host: LockingHost, contract: PrincipalValue): RewardCycles | undefined {
  const read = (name: string) => {
    const value = host.readVariable(contract, name);
    if (value.kind !== 'uint') throw new InternalFailure(`the variable '${name}' of a PoX contract is no number`);
    return value.value;
  };
  const first = read('first-burnchain-block-height');
  const length = read('pox-reward-cycle-length');
  const cycleOf = (height: bigint) => (height < first ? undefined : (height - first) / length);
  const now = BigInt(host.clock.burnHeight);
  const current = cycleOf(now);
  if (current === undefined) return undefined;
  const offset = (now - first) % length < length - read('pox-prepare-cycle-length') ? 0n : 1n;
  return { cycleOf, heightOf: (cycle) => first + cycle * length, current, start: current + 1n + offset, offset };
}
