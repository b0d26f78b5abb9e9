import { expect, test } from 'vitest';
import { replaceTracer } from '#dist/node/stacks/vm/memory/tracer.js';
import { call, DEPLOYER, deploy, mineOk, sharedVm } from '../support.js';

const shared = sharedVm();
/** `DEPLOYER.counter`, serialized. */
const COUNTER = '061a6d78de7b0625dfbfc16c3a8a5735f6dc3dc3f2ce07636f756e746572';

test('calls through a trait cost what they cost on stacks-node 4.0.2', async () => {
  const vm = shared();
  const counter = '(define-trait counter ((count () (response uint uint))))\n(define-public (count) (ok u1))';
  const caller = `(use-trait counter .counter.counter)
(define-public (plain (c <counter>)) (contract-call? c count))
(define-public (deep (c <counter>)) (let ((a u1)) (let ((b u2)) (contract-call? c count))))`;
  await mineOk(vm, deploy('counter', counter));
  await mineOk(vm, deploy('caller', caller));
  const costOf = async (fn: string) => (await mineOk(vm, call(`${DEPLOYER}.caller`, fn, [COUNTER]))).cost;
  const cost = { readCount: 6, readLength: 281, writeCount: 0, writeLength: 0 };
  expect(await costOf('plain')).toEqual({ ...cost, runtime: 1141 });
  expect(await costOf('deep')).toEqual({ ...cost, runtime: 1763 });
});

test('error: the memory of another build', () => {
  const memory = { buffer: new ArrayBuffer(2_000_000), grow: () => 0 };
  const table = { length: 0, get: () => undefined, set: () => undefined, grow: () => 0 };
  expect(() => replaceTracer(memory, table, { before: null, after: null })).toThrow(
    'found the hook 0,0,0,0,0,0 instead of 1082,288,16,1083,1084,1085 in the memory of the Clarity VM: this build of the VM has another layout',
  );
});
