import type { Devnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clarityVersionHint, VERSIONED_NAMES } from '#dist/stacks/protocol/source/clarity-versions.js';
import { bootDevnet } from '../../../devnet.js';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await bootDevnet({ sbtc: false });
});
afterAll(() => devnet.close());

let count = 0;
/** The reasons why a version of Clarity refuses a name, as a function and as a variable. */
async function refusals(name: string, clarityVersion: number): Promise<string[]> {
  const sources = [`(define-read-only (x) (${name}))`, `(define-read-only (x) ${name})`];
  const receipts = [];
  for (const source of sources) receipts.push(await devnet.stacks.deploy({ name: `n${++count}`, source, clarityVersion, as: 'deployer' }));
  return receipts.map(({ reason = '' }) => reason);
}
const isKnown = (reasons: string[]) => reasons.some((reason) => !reason.includes('use of unresolved'));

test.each([...VERSIONED_NAMES])(
  'behavior: %s exists in the versions of Clarity that the hint names',
  { timeout: 60_000 },
  async (name, { from, to }) => {
    // No epoch of this network has at-block, and another hint says so.
    for (const [version, expected] of [
      [from, true],
      [from && from - 1, false],
      [to, true],
      [to && to + 1, false],
    ] as const) {
      if (version === undefined) continue;
      const reasons = await refusals(name, version);
      expect(isKnown(reasons), `${name} in Clarity ${version}`).toBe(expected);
      const hint = clarityVersionHint(`use of unresolved function '${name}'`) ?? '';
      if (!expected) expect(reasons[0]).toContain(hint);
    }
  },
);
