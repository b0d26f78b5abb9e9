import { readFileSync } from 'node:fs';
import { filesOfTests } from '../files-of-tests.js';
import { recordedScenarios } from './receipts.js';

/** Returns all Clarity sources of the tests, and those of recorded deploys. */
export function clarityOfTests(): string[] {
  const steps = recordedScenarios().flatMap((scenario) => scenario.steps);
  const deployed = steps.flatMap((step) => (step.deploy === undefined ? [] : [step.source]));
  const sources = [...filesOfTests('.clar').map((file) => readFileSync(file, 'utf8')), ...deployed];
  return [...new Set(sources)];
}
