import { join } from 'node:path';

const own = join(import.meta.dirname, '../node_modules/.cache/stacks-devnet');

/** One cache for all tests of a checkout: the first test fills it, the others boot from it. */
export const testCache = { dir: join(own, 'images'), enabled: true };
/** Where the networks of all tests of a checkout keep their state: who comes next ends what a test that was killed left running. */
export const testState = join(own, 'state');
