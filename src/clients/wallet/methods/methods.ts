import type { Methods } from '../method.js';
import { accountMethods } from './accounts.js';
import { bitcoinMethods } from './bitcoin.js';
import { sessionMethods } from './session.js';
import { stacksSignatures } from './stacks-signatures.js';
import { stacksTransactions } from './stacks-transactions.js';

/** Everything that pages can request. */
export const METHODS: Methods = { ...sessionMethods, ...accountMethods, ...stacksTransactions, ...stacksSignatures, ...bitcoinMethods };
