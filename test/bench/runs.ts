import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Runs } from './report.js';

/** Returns the committed runs that docs/performance.md shows. */
export function readRuns(): Runs {
  const read = (name: keyof Runs) => JSON.parse(readFileSync(path.join(import.meta.dirname, 'results', `${name}.json`), 'utf8'));
  return { embedded: read('embedded'), anvil: read('anvil'), simnet: read('simnet'), bitcoind: read('bitcoind'), growth: read('growth') };
}
