import { expect, test } from 'vitest';
import { valueOfHex } from '#dist/stacks/node/clarity/transaction.js';
import { BOOT, DEPLOYER, deploy, testChain, uint } from '../support.js';

test('behavior: the cost functions answer, to reads and to contracts', async () => {
  const chain = await testChain();
  const entries = Object.entries({ read_count: 0, read_length: 0, runtime: 18, write_count: 0, write_length: 0 });
  const runtime = `0c00000005${entries.map(([name, value]) => entry(name, value)).join('')}`;
  const call = { contract: `${BOOT}.costs-4`, fn: 'cost_analysis_type_annotate', args: [valueOfHex(uint(9))], sender: DEPLOYER };
  expect(await chain.view.callReadOnly(call)).toEqual({ okay: true, result: runtime });
  const source = `(define-read-only (estimate (n uint)) (contract-call? '${BOOT}.costs-4 cost_analysis_type_annotate n))`;
  chain.mineOk(deploy('estimator', source));
  expect(await chain.read('estimator', 'estimate', [uint(9)])).toBe(runtime);
});

function entry(name: string, value: number): string {
  return `${Buffer.from([name.length]).toString('hex')}${Buffer.from(name).toString('hex')}${uint(value)}`;
}
