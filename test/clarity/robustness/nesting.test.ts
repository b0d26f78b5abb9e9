import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { call, DEPLOYER, sessionWith, shown } from '../run.js';

/** Forms that nest, with `$` for what is within, and `%` for a number of their own: names cannot be shadowed. */
const FORMS = [
  '(+ 1 $)',
  '(begin $)',
  '(let ((a% 1)) $)',
  '(if true $ 1)',
  '(unwrap-panic (some $))',
  '(match (some 1) v% $ 1)',
  '(get a { a: $ })',
  '(default-to 1 (some $))',
];

function nested(form: string, depth: number): string {
  return Array.from({ length: depth }).reduce<string>((inner, _, at) => filled(form, inner, at), '1');
}

function filled(form: string, inner: string, at: number): string {
  return form.replace('$', inner).replace('%', `${at}`);
}

/** Functions that call each other in a row, within other applications. */
function chain(length: number, form: string): string {
  const bodies = Array.from({ length }, (_, at) => filled(form, at === 0 ? '1' : `(f${at - 1})`, at));
  return [...bodies.map((body, at) => `(define-private (f${at}) ${body})`), `(define-public (run) (ok (f${length - 1})))`].join('\n');
}

describe.each([
  ['3.3', 64],
  ['3.4', 128],
  ['4.0', 128],
] as const)('in epoch %s, applications nest %i deep', (epoch, most) => {
  test('in calls: one more is MaxStackDepthReached', () => {
    // `run` and `ok` are two of them.
    const results = [most - 2, most - 1].map((length) =>
      call(sessionWith({ epoch, contracts: { deep: chain(length, '$') } }), 'deep', 'run'),
    );
    expect(results).toEqual(['(ok 1)', 'MaxStackDepthReached']);
  });

  test.each(FORMS)('in %s, and in calls with it', (form) => {
    const session = sessionWith({ epoch });
    const deploy = (source: string) => shown(session.deploy({ contract: `${DEPLOYER}.deep`, source, version: 3 as ClarityVersion }));
    // Whatever the depth, there is an answer; the shallow ones are deployed.
    const ends = [8, most / 2 - 2, most - 3, most, most + 30, 2000].map((depth) => {
      const before = session.state.snapshot();
      const end = deploy(nested(form, depth));
      session.state.restore(before);
      return end;
    });
    expect(ends[0]).toBe('deployed');
    expect(ends.at(-1)).not.toBe('deployed');
    const calls = [8, most / 2 - 3, most].map((length) => {
      const chained = sessionWith({ epoch, version: 3, contracts: { deep: chain(length, form) } });
      return call(chained, 'deep', 'run');
    });
    expect(calls[0]).toMatch(/^\(ok \d+\)$/);
    expect(calls.at(-1)).toBe('MaxStackDepthReached');
  });
});

test('the deepest nesting fits the stack of a thread', async () => {
  const module = (name: string) => JSON.stringify(new URL(`../../../dist/clarity/${name}.js`, import.meta.url).href);
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    (async () => {
      const { createRules } = await import(${module('create-rules')});
      const { nobleCrypto } = await import(${module('noble-crypto')});
      const { emptyState, StateEditor } = await import(${module('state/state')});
      const { processTransaction } = await import(${module('transaction/process')});
      const { NO_LIMIT } = await import(${module('costs/tracker')});
      const { parsePrincipal } = await import(${module('values/principal')});
      const rules = createRules({ isMainnet: false, chainId: 0x80000000, crypto: nobleCrypto }, '4.0');
      const chain = { height: 1, tenureHeight: 1, burnHeight: 1, time: 1, block() {}, heightOfTenure() {}, burnBlock() {}, at() {} };
      const spent = { runtime: 0, readCount: 0, readLength: 0, writeCount: 0, writeLength: 0 };
      const origin = parsePrincipal('${DEPLOYER}');
      const results = workerData.map((source) => {
        const block = { rules, state: new StateEditor(emptyState()), chain, unlockHeights: {}, spent, limit: NO_LIMIT };
        const payload = { type: 'deploy', name: 'deep', source };
        const result = processTransaction(block, { origin, nonce: 0n, fee: 0n, payload, postConditionMode: 'allow', postConditions: [] });
        return result.vmError ?? result.status;
      });
      parentPort.postMessage(results);
    })();`;
  const sources = FORMS.flatMap((form) => [
    nested(form, 120),
    `${chain(125, form)} (run)`,
    `${chain(60, form.replace('$', form.replace('%', 'x')))} (run)`,
  ]);
  const worker = new Worker(program, { eval: true, workerData: sources });
  const results = await new Promise<string[]>((resolve, reject) => worker.on('message', resolve).on('error', reject));
  await worker.terminate();
  expect(results).toHaveLength(sources.length);
  expect(results).toContain('MaxStackDepthReached');
});
