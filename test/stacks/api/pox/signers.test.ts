import { expect, test } from 'vitest';
import { signersOf } from '#dist/stacks/api/pox/signers.js';

const block = (signers: { key: string; stacked: string; weight: number }[]) =>
  ({ facts: { chosen: { cycle: 8, signers } } }) as unknown as Parameters<typeof signersOf>[0];

test('default: by weight, amount and key, with shares', () => {
  const signers = signersOf(
    block([
      { key: 'c', stacked: '10', weight: 1 },
      { key: 'b', stacked: '10', weight: 1 },
      { key: 'a', stacked: '40', weight: 2 },
      { key: 'd', stacked: '20', weight: 1 },
    ]),
  );
  expect(signers.map(({ key }) => key)).toEqual(['a', 'd', 'b', 'c']);
  expect(signers[0]).toMatchObject({ weightPercent: 40, stackedPercent: 50 });
});

test('behavior: divides amounts decimally', () => {
  const [first] = signersOf(
    block([
      { key: 'a', stacked: '2', weight: 1 },
      { key: 'b', stacked: '1', weight: 1 },
    ]),
  );
  expect(first?.stackedPercent).toBe(66.66666666666667);
});

test('behavior: a block that chose nobody has none', () => {
  expect(signersOf({ facts: {} } as unknown as Parameters<typeof signersOf>[0])).toEqual([]);
});
