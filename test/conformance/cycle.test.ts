import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STANDARD_ACCOUNTS } from '#dist/devnet/standard-accounts.js';
import { burnBlock, startTestNode } from '../node/stacks/test-node.js';
import { STACKER } from './cycle/accounts.js';
import { observe } from './cycle/observe.js';
import { tour } from './cycle/tour.js';
import { CYCLE_DIFFERENCES } from './known-differences.js';

const RECORDED = join(import.meta.dirname, '../fixtures/conformance/cycle-forms.json');
const BURN_HEIGHT = 125;
const BALANCE = 100_000_000_000_000n;

/**
 * What a real stacks-node 4.0.2 answers and sends through two reward cycles with signers, recorded by scripts/record-cycle.ts.
 * What differs must be a known difference, and what is known to differ must still do so.
 */
test('behavior: reward cycles, older blocks and events are those of stacks-node 4.0.2, known differences aside', {
  timeout: 120_000,
}, async () => {
  await using observer = await observe();
  await using node = await startTestNode({
    balances: STANDARD_ACCOUNTS.map(({ stx }) => ({
      principal: stx.address,
      amount: stx.address === STACKER.address ? 10n * BALANCE : BALANCE,
    })),
    burnchain: Array.from({ length: BURN_HEIGHT + 1 }, (_, height) => burnBlock(height)),
    eventObservers: [observer.endpoint],
  });
  const forms = await tour({
    url: node.url,
    mine: () => node.burnBlock(burnBlock(node.tip().burnHeight + 1)),
    events: () => observer.events,
  });
  const recorded = JSON.parse(await readFile(RECORDED, 'utf8')) as Record<string, unknown>;
  expect(Object.keys(forms)).toEqual(Object.keys(recorded));
  const { same, differing } = split(forms, recorded);
  expect(
    pick(
      forms,
      same.filter((name) => name in CYCLE_DIFFERENCES),
    ),
  ).toEqual({});
  expect(
    pick(
      forms,
      differing.filter((name) => !(name in CYCLE_DIFFERENCES)),
    ),
  ).toEqual(
    pick(
      recorded,
      differing.filter((name) => !(name in CYCLE_DIFFERENCES)),
    ),
  );
});

function split(forms: Record<string, unknown>, recorded: Record<string, unknown>): { same: string[]; differing: string[] } {
  const same = Object.keys(recorded).filter((name) => JSON.stringify(forms[name]) === JSON.stringify(recorded[name]));
  return { same, differing: Object.keys(recorded).filter((name) => !same.includes(name)) };
}

function pick(from: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}
