/**
 * Whether tests of robustness run at full length, which takes minutes: `STRESS=1 npx vitest run --config test/vitest.config.ts
 * test/node/stacks/robustness.test.ts`. Only then do they look at times and memory.
 */
export const STRESS = process.env['STRESS'] === '1';
