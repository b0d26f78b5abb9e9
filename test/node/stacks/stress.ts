/**
 * Whether tests of robustness run at full length, which takes minutes: `npm run test:stress`. Only then do they
 * look at memory.
 */
export const STRESS = process.env['STRESS'] === '1';
