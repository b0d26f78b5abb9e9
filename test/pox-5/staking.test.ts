import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { bootDevnet } from '../devnet.js';
import { stake } from './staking.js';

test('the embedded engine: the steps of staking have the results of real nodes', async () => {
  await using devnet = await bootDevnet({ mining: { bitcoin: 'manual' } });
  const recorded = JSON.parse(await readFile(new URL('../fixtures/pox-5/staking-4.0.2.json', import.meta.url), 'utf8'));
  expect(await stake(devnet)).toEqual(recorded);
});
