import { join } from 'node:path';

const own = join(import.meta.dirname, '../node_modules/.cache/stacks-devnet');

/** The boot cache of all tests of a checkout: the first test fills it, the others boot from it. */
export const testCache = { dir: join(own, 'images'), enabled: true };
/** The state directory of all tests of a checkout: the next network stops the programs of a killed test. */
export const testState = join(own, 'state');
