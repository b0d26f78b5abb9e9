import { expect, test } from 'vitest';
import { toJson } from '#dist/base/json.js';
import { encodeParts, jsonParts } from '#dist/base/json-parts.js';

function* numbers(count: number) {
  for (let index = 0; index < count; index++) yield { index, amount: 10n ** 20n };
}

test('default: the parts are the JSON of the value with its lists', async () => {
  const parts = [
    ...jsonParts((list) => ({ before: 'x', many: list(numbers(20_000)), none: list([]), nested: [{ some: list(numbers(2)) }] })),
  ];
  expect(parts.length).toBeGreaterThan(5);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(100_000);
  const whole = { before: 'x', many: [...numbers(20_000)], none: [], nested: [{ some: [...numbers(2)] }] };
  expect(parts.join('')).toBe(toJson(whole));
  expect(Buffer.concat(await encodeParts(parts)).toString()).toBe(parts.join(''));
});

test('behavior: a text cannot take the place of a list', () => {
  const text = '"00000000-0000-0000-0000-000000000000-0"';
  expect([...jsonParts((list) => ({ text, list: list([1]) }))].join('')).toBe(JSON.stringify({ text, list: [1] }));
});
