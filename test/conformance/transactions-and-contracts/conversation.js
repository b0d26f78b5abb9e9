import { createToolkit } from '../toolkit.js';
import { admission } from './admission.js';
import { authorization } from './authorization.js';
import { closing } from './closing.js';
import { contracts } from './contracts.js';
import { details } from './details.js';
import { endpoints } from './endpoints.js';
import { execution } from './execution.js';
import { mempool } from './mempool.js';
import { postConditions } from './post-conditions.js';
import { reads } from './reads.js';
import { stacking } from './stacking.js';
import { versions } from './versions.js';

/**
 * Authorizations of every kind, contracts of every type, post-conditions, runtime errors, limits of the mempool, pox-4, and every route
 * with good and bad parameters.
 *
 * Needs a fresh devnet at Bitcoin height 125, in reward cycle 6 of 20 blocks. Each standard account has 100,000,000 STX.
 */
export default async function conversation(helpers) {
  const kit = await createToolkit(helpers);
  await endpoints(kit);
  await admission(kit);
  await authorization(kit);
  await contracts(kit);
  await execution(kit);
  await postConditions(kit);
  await versions(kit);
  await reads(kit);
  await mempool(kit);
  await stacking(kit);
  await details(kit);
  await closing(kit);
}
