import { createHash } from '#platform/crypto.js';

/** The private key of the account that pays the fees of a simnet's transactions. No account of a project has it. */
export const SPONSOR_KEY = createHash('sha256').update('stacks-devnet simnet sponsor').digest('hex');
