import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Runs } from './report.js';

/** Returns the committed runs that docs/performance.md shows. */
export function readRuns(): Runs {
  const fileOf = (name: keyof Runs) => path.join(import.meta.dirname, 'results', `${name}.json`);
  const read = (name: keyof Runs) => JSON.parse(readFileSync(fileOf(name), 'utf8'));
  return {
    embedded: read('embedded'),
    anvil: read('anvil'),
    simnet: read('simnet'),
    bitcoind: read('bitcoind'),
    electrs: existsSync(fileOf('electrs')) ? read('electrs') : undefined,
    growth: read('growth'),
    suite: read('suite'),
    browsers: read('browsers'),
    readers: read('readers'),
  };
}
