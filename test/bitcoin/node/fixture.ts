import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One of Bitcoin Core's vector files, as parsed JSON. */
export function fixture(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/bitcoin-core', name), 'utf8'));
}
