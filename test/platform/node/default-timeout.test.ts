import { expect, test } from 'vitest';
import { defaultTimeout, isCi } from '#dist/platform/node/default-timeout.js';

const idle = { isOfCi: false, load: 1, cores: 2 };

test('default: the usual time on an idle machine', () => {
  expect(defaultTimeout(4_000, idle)).toBe(4_000);
});

test('behavior: three times as long on a machine of a CI service, or on a busy one', () => {
  expect(defaultTimeout(4_000, { ...idle, isOfCi: true })).toBe(12_000);
  expect(defaultTimeout(4_000, { ...idle, load: 4 })).toBe(4_000);
  expect(defaultTimeout(4_000, { ...idle, load: 4.1 })).toBe(12_000);
});

test('behavior: CI is set, but not to a value that denies it', () => {
  expect(['true', '1', 'woodpecker'].map((CI) => isCi({ CI }))).toEqual([true, true, true]);
  expect([{}, { CI: '' }, { CI: '0' }, { CI: 'false' }].map(isCi)).toEqual([false, false, false, false]);
});
