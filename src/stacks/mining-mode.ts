import { isRecord } from '../base/json.js';
import { isWhole } from '../base/words.js';

/** `auto` mines a block as soon as a transaction is pending, `manual` only on request, `intervalMs` one block per interval in ms. */
export type MiningMode = 'auto' | 'manual' | { intervalMs: number };
/** When to mine blocks of each chain. */
export type MiningModes = { bitcoin: MiningMode; stacks: MiningMode };

/** What a mode may be, for error messages. */
export const MINING_MODES = 'auto, manual or an interval in ms above 0: {"intervalMs":1000} in code and files, 1000 as text';

/** The longest delay of a timer, in ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Reads a mode; undefined if it is none. */
export function readMiningMode(value: unknown): MiningMode | undefined {
  if (value === 'auto' || value === 'manual') return value;
  if (!isRecord(value) || Object.keys(value).join() !== 'intervalMs') return undefined;
  const intervalMs = value['intervalMs'];
  return isWhole(intervalMs) && intervalMs >= 1 && intervalMs <= LONGEST_TIMER ? { intervalMs } : undefined;
}
