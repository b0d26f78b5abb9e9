import { either, object, oneOf, type Schema, whole } from '../../base/storage.js';
import type { MiningMode, MiningModes } from '../../stacks/mining-mode.js';

/** The longest delay of a timer, in ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

const MODE: Schema<MiningMode> = either(
  oneOf('auto', 'manual'),
  (value) => typeof value === 'string',
  object<{ intervalMs: number }>({ intervalMs: whole(1, LONGEST_TIMER) }),
);

/** The part of a state with the mining modes. */
export const MINING = 'mining';
export const MINING_MODES: Schema<MiningModes> = object<MiningModes>({ bitcoin: MODE, stacks: MODE });
