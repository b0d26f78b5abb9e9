import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordedScenarios } from './receipts.js';

/** Returns all Clarity sources of the tests, and those of recorded deploys. */
export function clarityOfTests(): string[] {
  const tests = join(import.meta.dirname, '..');
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.clar') && !file.includes('node_modules'),
  );
  const steps = recordedScenarios().flatMap((scenario) => scenario.steps);
  const deployed = steps.flatMap((step) => (step.deploy === undefined ? [] : [step.source]));
  const sources = [...files.map((file) => readFileSync(join(tests, file), 'utf8')), ...deployed];
  return [...new Set(sources)];
}
