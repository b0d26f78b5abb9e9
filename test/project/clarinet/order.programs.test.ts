import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { briefWasm } from '../../brief-wasm.js';
import { projects } from './fixture.js';
import { loadFixture } from './load-fixture.js';

type Transaction = { 'contract-name': string; 'emulated-sender': string; path: string; 'clarity-version': number };
type Plan = { plan: { batches: { epoch: string; transactions: Transaction[] }[] } };

/** Returns the plans that Clarinet's own code makes. */
async function clarinetPlans(roots: readonly string[]): Promise<Plan[]> {
  const script = path.join(import.meta.dirname, 'clarinet-plan.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [...briefWasm, script, ...roots]);
  return (JSON.parse(stdout) as string[]).map((plan) => parse(plan) as Plan);
}

const NAMES = ['counter', 'dependencies'];
let plans: Plan[];
beforeAll(async () => {
  plans = await clarinetPlans(NAMES.map((name) => path.join(projects, name)));
});

describe.each(NAMES.map((name, at) => ({ name, at })))('the project $name', ({ name, at }) => {
  test('behavior: has the contracts, epochs and Clarity versions of the plan of Clarinet, epoch by epoch', async () => {
    const root = path.join(projects, name);
    // The package has Clarinet 3.21, whose newest epoch is 3.4.
    const { contracts, requirements } = await loadFixture(root, { epoch: '3.4' });
    const ours = [
      ...requirements.map(({ contractId, path: file, epoch, clarityVersion }) => [
        epoch,
        contractId,
        path.relative(root, file),
        clarityVersion,
      ]),
      ...contracts.map(({ id, path: file, epoch, clarityVersion }) => [epoch, id, file, clarityVersion]),
    ];
    const theirs = (plans[at] as Plan).plan.batches.flatMap(({ epoch, transactions }) =>
      transactions.map((one) => [epoch, `${one['emulated-sender']}.${one['contract-name']}`, one.path, one['clarity-version']]),
    );
    expect(ours.toSorted()).toEqual(theirs.toSorted());
    expect(ours.map(([epoch]) => epoch)).toEqual(theirs.map(([epoch]) => epoch));
  });
});
