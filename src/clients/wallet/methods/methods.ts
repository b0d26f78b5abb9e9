import { bitcoinMethods } from '../bitcoin/methods.js';
import type { Methods } from '../method.js';
import { sessionMethods } from '../methods.js';
import { stacksTransactions } from '../stacks/methods.js';
import { accountMethods } from './accounts.js';
import { stacksSignatures } from './stacks-signatures.js';

/** Everything that pages can request. */
export const METHODS: Methods = { ...sessionMethods, ...accountMethods, ...stacksTransactions, ...stacksSignatures, ...bitcoinMethods };
