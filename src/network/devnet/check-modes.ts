import { invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { MINING_MODES, type MiningModes, readMiningMode } from '../../stacks/mining-mode.js';

/** What a caller, who may have no types, gives as modes. @throws DevnetError INVALID_INPUT */
export function checkModes(modes: unknown): Partial<MiningModes> {
  const given = isRecord(modes) ? Object.entries(modes).filter(([, mode]) => mode !== undefined) : [];
  if (given.length === 0) throw invalid('modes', 'an object with bitcoin, stacks or both', modes);
  return Object.fromEntries(
    given.map(([chain, mode]) => {
      if (chain !== 'bitcoin' && chain !== 'stacks') throw invalid(chain, 'only bitcoin and stacks', mode);
      const read = readMiningMode(mode);
      if (read === undefined) throw invalid(chain, MINING_MODES, mode);
      return [chain, read];
    }),
  );
}
