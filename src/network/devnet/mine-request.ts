import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';

/** The most blocks that one request mines. */
export const MAX_BLOCKS = 10_000;

/** @throws DevnetError INVALID_INPUT */
export function checkMine(request: unknown): { bitcoin?: number; stacks?: number } {
  const entries = isRecord(request) ? Object.entries(request).filter(([, blocks]) => blocks !== undefined) : [];
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) throw invalid('mine', 'exactly one of bitcoin and stacks', request);
  const [chain, blocks] = entry;
  if (chain !== 'bitcoin' && chain !== 'stacks') throw invalid('mine', 'bitcoin or stacks', chain);
  if (typeof blocks !== 'number' || !Number.isSafeInteger(blocks) || blocks < 1 || blocks > MAX_BLOCKS)
    throw invalid(chain, `a whole number of blocks from 1 to ${MAX_BLOCKS}`, blocks);
  return { [chain]: blocks };
}
