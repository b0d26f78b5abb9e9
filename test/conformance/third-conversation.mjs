import { createToolkit } from './second/toolkit.js';
import { analysis } from './third/analysis.js';
import { combinations } from './third/combinations.js';
import { routes } from './third/routes.js';
import { runtime } from './third/runtime.js';

/**
 * Every route in every wrong form, every error of the parser and the analysis, Clarity's functions at their edges, origins and
 * sponsors of every kind, conditions in every mode, and transactions with bytes changed. A module for the option `--conversation`
 * of test/fixtures/conformance/stacks-rpc.mjs, which needs what the second conversation needs.
 */
export default async function thirdConversation(helpers) {
  const kit = await createToolkit(helpers);
  await routes(kit);
  await analysis(kit);
  await runtime(kit);
  await combinations(kit);
}
