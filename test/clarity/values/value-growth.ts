// A program of test/steps.ts.
import { report, startCounting } from '../../steps.js';

const stepsOf = await startCounting();
const { parseValueHex } = await import('#dist/clarity/values.js');

const items = 200_000;
const flat = `0b${items.toString(16).padStart(8, '0')}${'03'.repeat(items)}`;
const nested = `${'0a'.repeat(14)}${flat}`;
const steps = (hex: string) =>
  stepsOf(() => {
    if (parseValueHex(hex) === undefined) throw new Error('a value was not accepted');
  });
report([{ name: 'nested, not flat', small: await steps(flat), large: await steps(nested) }]);
