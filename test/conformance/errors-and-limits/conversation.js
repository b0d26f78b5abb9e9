import { createToolkit } from '../toolkit.js';
import { analysis } from './analysis.js';
import { combinations } from './combinations.js';
import { routes } from './routes.js';
import { runtime } from './runtime.js';

/**
 * Every route in every wrong form, every error of the parser and the analysis, edge cases of Clarity functions, every kind of origin and
 * sponsor, conditions in every mode, and transactions with changed bytes.
 *
 * Needs a fresh devnet at Bitcoin height 125, in reward cycle 6 of 20 blocks. Each standard account has 100,000,000 STX.
 */
export default async function conversation(helpers) {
  const kit = await createToolkit(helpers);
  await routes(kit);
  await analysis(kit);
  await runtime(kit);
  await combinations(kit);
}
