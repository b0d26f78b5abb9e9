import fc from 'fast-check';
import { invalid } from '../../base/error.js';
import type { Devnet } from '../../network/types.js';
import { copyWithMargin, type PropertyOptions, runOnCopy } from './run-commands.js';
import type { Command } from './types.js';

export type { CalledContract, CallsOptions } from './calls.js';
export { createCommand } from './command.js';
export { type Commands, type CommandsOptions, createCommands } from './commands.js';
export type { Invariant, Invariants } from './invariants.js';
export { type ChainTips, type PropertyOptions, runCommands } from './run-commands.js';
export type { Command, Outcome, Session, Step } from './types.js';

/** What is generated, and what of it must hold. */
export type ChainProperty<App = undefined> = PropertyOptions<App> & {
  /** What each step is, for example `fc.oneof(on.call('pool'), on.mine(), on.reorg())`. */
  commands: fc.Arbitrary<Command<App>>;
  /** The longest run. @default 20 */
  steps?: number | undefined;
};

/**
 * Looks for commands after which an invariant does not hold, and shrinks what it finds. Each run has a copy of the network, which stays as
 * it is.
 * @param parameters those of `fc.assert`: `seed` repeats everything, hashes of blocks included
 * @throws Error of fast-check with the seed, the path and the shortest commands; its cause is a DevnetError FAILED with the steps and
 * the tips
 * @throws DevnetError INVALID_INPUT; UNSUPPORTED if the engine cannot copy networks
 * @example
 * await checkChain(devnet, { commands, invariants: { 'the pool is solvent': '(contract-call? .pool is-solvent)' } }, { seed: 42 });
 */
export async function checkChain<App = undefined>(
  devnet: Devnet,
  { commands, steps = 20, ...options }: ChainProperty<App>,
  parameters: fc.Parameters<[Command<App>[]]> = {},
): Promise<void> {
  if (!(Number.isInteger(steps) && steps >= 1)) throw invalid('steps', 'a whole number of at least 1', steps);
  await using base = await copyWithMargin(devnet);
  const runs = fc.array(commands, { minLength: 1, maxLength: steps, size: 'max' });
  const property = fc.asyncProperty(runs, async (run) => {
    await runOnCopy(base, run, options);
  });
  await fc.assert(property, parameters);
}
