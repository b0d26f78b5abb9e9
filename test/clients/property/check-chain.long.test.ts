import fc from 'fast-check';
import { createCommands, runCommands } from 'stacks-devnet/property';
import { expect, test } from 'vitest';
import { bootDevnet } from '../../devnet.js';

const source = `
(define-data-var n uint u0)
(define-read-only (get-n) (var-get n))
(define-public (add (step uint) (note (optional (string-utf8 5)))) (ok (var-set n (+ step (var-get n)))))
(define-public (fail) (err u7))`;

test('the same commands lead to the same hashes on another network', {
  timeout: 120_000,
}, async () => {
  await using devnet = await bootDevnet();
  await devnet.stacks.deploy({ name: 'counter', source, as: 'deployer', expect: 'ok' });
  const on = await createCommands(devnet, { contracts: ['counter'] });
  const commands = fc.sample(fc.array(on.any(), { minLength: 20, maxLength: 20, size: 'max' }), { numRuns: 1, seed: 3 });
  await using other = await bootDevnet();
  await other.stacks.deploy({ name: 'counter', source, as: 'deployer', expect: 'ok' });
  for (const run of commands) {
    const tips = await runCommands(devnet, run, { invariants: { 'always true': '(is-eq u1 u1)' } });
    expect(tips.stacks.hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await runCommands(other, run, { invariants: { 'always true': '(is-eq u1 u1)' } })).toEqual(tips);
  }
  // The network itself stays as it is.
  expect(await devnet.contract('counter').read('get-n')).toBe(0n);
});
