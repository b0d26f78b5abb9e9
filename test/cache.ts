import { join } from 'node:path';

/** One cache for all tests of a checkout: the first test fills it, the others boot from it. */
export const testCache = { dir: join(import.meta.dirname, '../node_modules/.cache/stacks-devnet/images'), enabled: true };
