import { admission } from './second/admission.js';
import { authorization } from './second/authorization.js';
import { closing } from './second/closing.js';
import { contracts } from './second/contracts.js';
import { details } from './second/details.js';
import { endpoints } from './second/endpoints.js';
import { execution } from './second/execution.js';
import { mempool } from './second/mempool.js';
import { postConditions } from './second/post-conditions.js';
import { reads } from './second/reads.js';
import { stacking } from './second/stacking.js';
import { createToolkit } from './second/toolkit.js';
import { versions } from './second/versions.js';

/**
 * What the first conversation does not touch: authorizations of every kind, contracts of every type, post-conditions,
 * runtime errors, the mempool's bounds, pox-4, and every route with good and bad parameters. A module for the option
 * `--conversation` of test/fixtures/conformance/stacks-rpc.mjs.
 *
 * Needs a fresh devnet where deployer and wallet_1 … wallet_8 hold 100,000,000 STX each, in reward cycle 6 of 20 blocks.
 */
export default async function secondConversation(helpers) {
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
