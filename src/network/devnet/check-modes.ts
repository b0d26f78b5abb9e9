import { miningMode } from '../config/value-types.js';
import { invalid } from '../error.js';
import { isRecord } from '../json.js';
import type { MiningModes } from '../mining-mode.js';

/** What a caller, who may have no types, gives as modes. @throws DevnetError INVALID_INPUT */
export function checkModes(modes: unknown): Partial<MiningModes> {
  const given = isRecord(modes) ? Object.entries(modes).filter(([, mode]) => mode !== undefined) : [];
  if (given.length === 0) throw invalid('modes', 'an object with bitcoin, stacks or both', modes);
  return Object.fromEntries(
    given.map(([chain, mode]) => {
      if (chain !== 'bitcoin' && chain !== 'stacks') throw invalid(chain, 'only bitcoin and stacks', mode);
      return [chain, miningMode.read(mode, { field: chain })];
    }),
  );
}
