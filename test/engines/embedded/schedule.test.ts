import { expect, test } from 'vitest';
import { bootHeight } from '#dist/engines/embedded/boot-height.js';

test.each([
  [20, 141],
  [10, 131],
  [50, 151],
  [2100, 2101],
])('default: a reward cycle of %i blocks boots at %i', (rewardLength, height) => {
  expect(bootHeight({ rewardLength, prepareLength: 5 }, [])).toBe(height);
});

test('behavior: many payments need a higher boot height, so that their coins have matured', () => {
  const payments = Array.from({ length: 300 }, () => ({ address: '', amount: 1_000_000_000n }));
  expect(bootHeight({ rewardLength: 20, prepareLength: 5 }, payments)).toBe(161);
});

test('error: more coins than the chain will ever have', () => {
  expect(() => bootHeight({ rewardLength: 20, prepareLength: 5 }, [{ address: '', amount: 2_000_000_000_000n }])).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT' }),
  );
});
