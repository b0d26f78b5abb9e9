import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import type { BridgeLimits, BridgeSettings } from './types.js';

export const MODES = ['auto', 'manual'] as const;
/** The smallest and the largest value of each count. */
export const RANGES = {
  feeRate: [0, 10_000],
  depositConfirmations: [1, 1_000],
  sweepConfirmations: [1, 1_000],
  withdrawalConfirmations: [0, 1_000],
  withdrawalExpiry: [0, 100_000],
} as const satisfies Record<Exclude<keyof BridgeSettings, 'mode'>, readonly [number, number]>;

/** A change of the bridge: only what is given changes. A limit of null is no limit. */
export type BridgeChange = { [K in keyof BridgeSettings]?: BridgeSettings[K] | undefined } & {
  limits?: { [K in keyof BridgeLimits]?: BridgeLimits[K] | undefined } | undefined;
};
/** How the bridge works, with its limits. */
export type BridgeConfiguration = BridgeSettings & { limits: BridgeLimits };

/** Checks a change. @throws DevnetError INVALID_INPUT naming the field */
export function checkChange(change: unknown): { settings: Partial<BridgeSettings>; limits: Partial<BridgeLimits> } {
  if (!isRecord(change)) throw invalid('sbtc', 'an object with settings of the bridge', change);
  const names = ['mode', ...Object.keys(RANGES), 'limits'];
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) continue;
    if (!names.includes(name)) throw invalid('sbtc', names.join(', '), name);
    if (name === 'limits') continue;
    settings[name] = name === 'mode' ? checkMode(value) : checkCount(name, RANGES[name as keyof typeof RANGES], value);
  }
  return { settings: settings as Partial<BridgeSettings>, limits: change['limits'] === undefined ? {} : checkLimits(change['limits']) };
}

function checkMode(value: unknown): BridgeSettings['mode'] {
  const mode = MODES.find((known) => known === value);
  if (mode === undefined) throw invalid('mode', MODES.join(' or '), value);
  return mode;
}

function checkCount(field: string, [least, most]: readonly [number, number], value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw invalid(field, `a whole number from ${least} to ${most}`, value);
}

const AMOUNTS = ['pegCap', 'perDepositMinimum', 'perDepositCap', 'perWithdrawalCap', 'rollingWithdrawalCap'] as const;
const BLOCKS = 'rollingWithdrawalBlocks';

function checkLimits(limits: unknown): Partial<BridgeLimits> {
  if (!isRecord(limits)) throw invalid('limits', 'an object with limits', limits);
  const checked: Partial<BridgeLimits> = {};
  for (const [name, value] of Object.entries(limits)) {
    const field = `limits.${name}`;
    const amount = AMOUNTS.find((known) => known === name);
    if (value === undefined) continue;
    if (name === BLOCKS) checked[BLOCKS] = value === null ? null : checkCount(field, [1, 100_000], value);
    else if (amount === undefined) throw invalid('limits', [...AMOUNTS, BLOCKS].join(', '), name);
    else if (value !== null && (typeof value !== 'bigint' || value < 0n))
      throw invalid(field, 'sats as bigint, or null for no limit', value);
    else checked[amount] = value as bigint | null;
  }
  return checked;
}

/** @throws DevnetError INVALID_INPUT if only one of the rolling limits is set */
export function mergeLimits(limits: BridgeLimits, change: Partial<BridgeLimits>): BridgeLimits {
  const merged = { ...limits, ...change };
  if ((merged.rollingWithdrawalBlocks === null) !== (merged.rollingWithdrawalCap === null)) {
    throw invalid('limits.rollingWithdrawalCap', 'both or neither of rollingWithdrawalBlocks and rollingWithdrawalCap', change);
  }
  return merged;
}
