import { beforeAll, expect, test } from 'vitest';
import { Broken } from '#dist/node/stacks/vm/machine/broken.js';
import { bootMachine, type MachineSource } from '#dist/node/stacks/vm/machine/machine.js';
import { execute } from '#dist/node/stacks/vm/machine/session.js';
import { ORIGIN_URL, type Origin, originModules } from '#dist/node/stacks/vm/origin/origin.js';
import { DEPLOYER, machineSource } from '../support.js';

let source: MachineSource;
beforeAll(async () => {
  source = await machineSource();
});

const absent: Origin = { networkId: 0x80000000, value: () => undefined, metadata: () => undefined };
type Answer = { status: number; body: string };

test('a block that the origin does not have is at height 4294967295, and the genesis at height 0', () => {
  const { http } = originModules(absent, { genesisTime: 1_700_000_000, burnHash: () => undefined });
  const ask = (path: string) => (http.syncHttpRequest as (url: string) => Answer)(`${ORIGIN_URL}${path}`);
  expect(JSON.parse(ask(`/extended/v2/blocks/${'77'.repeat(32)}`).body)).toMatchObject({ height: 4_294_967_295 });
  expect(JSON.parse(ask('/extended/v2/blocks/0').body)).toMatchObject({ height: 0, block_time: 1_700_000_010 });
  expect(ask('/v2/clarity/marf/00').status).toBe(404);
});

test('at-block of an unknown block does not make the VM panic', async () => {
  const machine = await bootMachine(source);
  expect(execute(machine, DEPLOYER, `(at-block 0x${'77'.repeat(32)} u1)`)).toMatchObject({ ok: true });
  expect(execute(machine, DEPLOYER, '(+ u1 u1)')).toMatchObject({ ok: true });
});

test('an origin that fails breaks the VM, instead of looking like an absent value', async () => {
  let isBroken = false;
  const value = (hash: string) => {
    if (isBroken) throw new Error('the disk is gone');
    return source.origin.value(hash);
  };
  const machine = await bootMachine({ ...source, origin: { ...source.origin, value } });
  expect(execute(machine, DEPLOYER, `(stx-get-balance '${DEPLOYER})`)).toMatchObject({ ok: true });
  isBroken = true;
  const read = () => execute(machine, DEPLOYER, "(stx-get-balance 'ST3Y74M5227FDVHREWPH773F5Y1W1ED8WXXVB0G1S)");
  expect(read).toThrow(Broken);
  expect(read).toThrow(/cannot read the state that the Clarity VM starts from: Error: the disk is gone/);
});
