import { field, listOf, readNumber, readObject, readText } from '../../json.js';
import type { CoverageSummary } from '../coverage/types.js';

/** Reads the body of `POST /devnet/v1/coverage`. @throws DevnetError RPC naming the field */
export function readCoverageSummary(body: object): CoverageSummary {
  const part = (name: 'lines' | 'branches') => {
    const counts = readObject(field(body, name), name);
    return { found: readNumber(counts, 'found'), hit: readNumber(counts, 'hit') };
  };
  return {
    file: readText(body, 'file'),
    sources: readNumber(body, 'sources'),
    lines: part('lines'),
    branches: part('branches'),
    unknown: listOf(field(body, 'unknown'), 'unknown').map(String),
  };
}
