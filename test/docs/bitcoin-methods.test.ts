import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withMethods, withOptions } from '../../scripts/bitcoin-methods.js';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/bitcoin-rpc.md'), 'utf8');

test('default: docs/bitcoin-rpc.md lists the methods', async () => {
  expect(page).toMatch(/^- \*\*Mining\*\*: `getblocktemplate`, /m);
  expect(withOptions(await withMethods(page)), 'run `npm run generate`').toBe(page);
});
