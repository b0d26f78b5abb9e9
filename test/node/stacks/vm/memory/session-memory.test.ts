import { beforeAll, expect, test } from 'vitest';
import { bootGenesis } from '#dist/node/stacks/vm/genesis/boot.js';
import type { Machine } from '#dist/node/stacks/vm/machine/machine.js';
import { callFunction, deployContract } from '#dist/node/stacks/vm/machine/session.js';
import { sessionMemory } from '#dist/node/stacks/vm/memory/session-memory.js';
import { DEPLOYER, GENESIS, machineSource } from '../support.js';

const KEY = 'vm-metadata::9::contract-data-size';
const CONTRACT = `${DEPLOYER}.sized`;
let machine: Machine;
beforeAll(async () => {
  const source = await machineSource();
  machine = await bootGenesis(source, { ...GENESIS, genesisTime: source.genesisTime });
});

test('the probe says what is not where it is expected', () => {
  const { memory, sdk, session } = machine;
  const allocator = { allocate: () => 0, free: () => undefined };
  const elsewhere = sessionMemory(memory, allocator, () => 2_000_000);
  const layout = 'in the memory of the Clarity VM: this build of the VM has another layout';
  const heights = { burn: sdk.burnBlockHeight, stacks: sdk.stacksBlockHeight };
  expect(() => session.probe(heights)).not.toThrow();
  expect(() => session.probe({ burn: 7, stacks: 8 })).toThrow(/^found a burnchain of 50,1050,\d+,\d+ instead of 50,1050,7,8 in the memory/);
  expect(() => elsewhere.probe(heights)).toThrow(layout);
  expect(() => elsewhere.read(() => true)).toThrow(layout);
});

test('the size of the constants of a contract counts in the cost of a call, as on a node', () => {
  const deploy = (name: string, constant: string) =>
    deployContract(machine, {
      sender: DEPLOYER,
      name,
      source: `(define-constant C ${constant})(define-public (f) (ok true))`,
      clarityVersion: 4,
    });
  const readLength = (name: string) => {
    const outcome = callFunction(machine, { contract: `${DEPLOYER}.${name}`, fn: 'f', args: [], sender: DEPLOYER });
    return outcome.ok ? outcome.cost.readLength : undefined;
  };
  deploy('bare', 'u1');
  deploy('sized', `0x${'ab'.repeat(100)}`);
  expect(machine.session.metadata(CONTRACT, KEY)).toBe('104');
  // 200 characters of source more; a buffer takes 4 bytes and its own, a uint 16
  expect((readLength('sized') ?? 0) - (readLength('bare') ?? 0)).toBe(200 + 104 - 16);
});

test('metadata is replaced by longer and shorter text, and absent metadata stays absent', () => {
  for (const text of ['1'.repeat(10_000), '7', 'é']) {
    machine.session.setMetadata(CONTRACT, KEY, text);
    expect(machine.session.metadata(CONTRACT, KEY)).toBe(text);
  }
  machine.session.setMetadata(`${DEPLOYER}.nowhere`, KEY, '1');
  expect(machine.session.metadata(`${DEPLOYER}.nowhere`, KEY)).toBeUndefined();
});
