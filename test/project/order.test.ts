import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { briefWasm } from '../brief-wasm.js';
import { projects } from './fixture.js';
import { loadFixture } from './load-fixture.js';

type Transaction = { 'contract-name': string; 'emulated-sender': string; path: string; 'clarity-version': number };
type Plan = { plan: { batches: { epoch: string; transactions: Transaction[] }[] } };

/** Returns the plan that Clarinet's own code makes. */
async function clarinetPlan(root: string): Promise<Plan> {
  const script = path.join(import.meta.dirname, 'clarinet-plan.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [...briefWasm, script, root]);
  return parse(stdout) as Plan;
}

describe.each(['counter', 'dependencies'])('the project %s', (name) => {
  test('behavior: has the contracts, epochs and Clarity versions of the plan of Clarinet, epoch by epoch', async () => {
    const root = path.join(projects, name);
    // The package has Clarinet 3.21, whose newest epoch is 3.4.
    const [{ plan }, { contracts, requirements }] = await Promise.all([clarinetPlan(root), loadFixture(root, { epoch: '3.4' })]);
    const ours = [
      ...requirements.map(({ contractId, path: file, epoch, clarityVersion }) => [
        epoch,
        contractId,
        path.relative(root, file),
        clarityVersion,
      ]),
      ...contracts.map(({ id, path: file, epoch, clarityVersion }) => [epoch, id, file, clarityVersion]),
    ];
    const theirs = plan.batches.flatMap(({ epoch, transactions }) =>
      transactions.map((one) => [epoch, `${one['emulated-sender']}.${one['contract-name']}`, one.path, one['clarity-version']]),
    );
    expect(ours.toSorted()).toEqual(theirs.toSorted());
    expect(ours.map(([epoch]) => epoch)).toEqual(theirs.map(([epoch]) => epoch));
  });
});

test('default: contracts come after those that they use, in the order of epochs', async () => {
  const { contracts } = await loadFixture(path.join(projects, 'dependencies'));
  expect(contracts.map(({ name }) => name)).toEqual([
    'trait-of-vaults',
    'info',
    'vault',
    'z-registry',
    'a-router',
    'by-address',
    'of-alice',
    'beside-alice',
    'vault-again',
  ]);
});

test('behavior: dependencies are calls, traits, constants that are called, and principals that can come before', async () => {
  const { contracts } = await loadFixture(path.join(projects, 'dependencies'));
  const dependencies = contracts.map((contract) => [contract.name, contract.dependencies.map((id) => id.split('.')[1])]);
  expect(Object.fromEntries(dependencies)).toEqual({
    'trait-of-vaults': [],
    info: [],
    vault: ['trait-of-vaults'],
    'z-registry': [],
    'a-router': ['trait-of-vaults', 'z-registry', 'vault'],
    'by-address': ['z-registry'],
    'of-alice': ['by-address'],
    'beside-alice': ['of-alice'],
    'vault-again': ['trait-of-vaults'],
  });
});
