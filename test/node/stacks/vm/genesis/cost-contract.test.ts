import { beforeAll, expect, test } from 'vitest';
import { bootGenesis } from '#dist/node/stacks/vm/genesis/boot.js';
import type { Machine, MachineSource } from '#dist/node/stacks/vm/machine/machine.js';
import { callFunction, deployContract, type Outcome } from '#dist/node/stacks/vm/machine/session.js';
import { DEPLOYER, deploy, GENESIS, machineSource, mineOk, read, sharedVm, uint } from '../support.js';

const BOOT = 'ST000000000000000000002AMW42H';
const COUNTER = `
  (define-data-var n uint u0)
  (define-map seen uint {by: principal, list: (list 20 uint)})
  (define-public (add (k uint))
    (begin
      (var-set n (+ (var-get n) (* k u3)))
      (map-set seen k {by: tx-sender, list: (map + (list k k k) (list u1 u2 u3))})
      (print {hash: (sha256 k), n: (var-get n)})
      (asserts! (< k u100) (err u1))
      (ok (fold + (list k k) u0))))`;

const vm = sharedVm();
let source: MachineSource;
beforeAll(async () => {
  source = await machineSource();
});

/** How many functions the cost contracts have that the VM has read so far. */
function costFunctions({ session }: Machine): number[] {
  const read = ['', '-2', '-3', '-4', '-5'].map((version) => session.metadata(`${BOOT}.costs${version}`, 'vm-metadata::9::contract'));
  return read.flatMap((json) => (json === undefined ? [] : Object.keys(JSON.parse(json).contract_context.functions).length));
}

test.each(['2.1', '2.5', '3.2', '3.4', '4.0'])(
  'epoch %s counts the same costs with and without the functions of its cost contract',
  async (epoch) => {
    const machine = await bootGenesis(source, { ...GENESIS, epoch, genesisTime: source.genesisTime });
    const deploy = (name: string): Outcome => deployContract(machine, { sender: DEPLOYER, name, source: COUNTER, clarityVersion: 2 });
    const add = (name: string, k: number): Outcome =>
      callFunction(machine, { contract: `${DEPLOYER}.${name}`, fn: 'add', args: [uint(k)], sender: DEPLOYER });
    const without = [deploy('one'), add('one', 5), add('one', 500)];
    expect(costFunctions(machine)).toContain(0);
    machine.widenCosts();
    for (const functions of costFunctions(machine)) expect(functions).toBeGreaterThan(100);
    const whole = [deploy('two'), add('two', 5), add('two', 500)];
    const bare = (outcomes: Outcome[]) => JSON.stringify(outcomes).replaceAll('.one', '').replaceAll('.two', '');
    expect(bare(without)).toBe(bare(whole));
    expect(without.every(({ ok }) => ok)).toBe(true);
  },
);

test('behavior: the cost functions answer, to reads and to contracts', async () => {
  const runtime = `0c00000005${['read_count', 'read_length'].map((name) => entry(name, 0)).join('')}${entry('runtime', 18)}${['write_count', 'write_length'].map((name) => entry(name, 0)).join('')}`;
  const call = { contract: `${BOOT}.costs-4`, fn: 'cost_analysis_type_annotate', args: [uint(9)], sender: DEPLOYER };
  expect(await vm().callReadOnly(call)).toEqual({ okay: true, result: runtime });
  const source = `(define-read-only (estimate (n uint)) (contract-call? '${BOOT}.costs-4 cost_analysis_type_annotate n))`;
  await mineOk(vm(), deploy('estimator', source));
  expect(await read(vm(), 'estimator', 'estimate', [uint(9)])).toBe(runtime);
  const before = await vm().capture();
  await mineOk(vm(), deploy('counter', COUNTER));
  await vm().restore(before);
  expect(await read(vm(), 'estimator', 'estimate', [uint(9)])).toBe(runtime);
});

function entry(name: string, value: number): string {
  return `${Buffer.from([name.length]).toString('hex')}${Buffer.from(name).toString('hex')}${uint(value)}`;
}
