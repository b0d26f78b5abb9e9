import { expect, test } from 'vitest';
import { RecentResults } from '#dist/clarity/values/recent-results.js';

test('behavior: a result is computed once until 1,000 others are known', () => {
  const results = new RecentResults<string>();
  const computed: string[] = [];
  const get = (key: string) =>
    results.get(key, () => {
      computed.push(key);
      return `${key}!`;
    });
  expect([get('a'), get('a')]).toEqual(['a!', 'a!']);
  expect(computed).toEqual(['a']);
  for (let key = 0; key < 1_000; key++) get(String(key));
  get('a');
  expect(computed.filter((key) => key === 'a')).toHaveLength(2);
});

test('behavior: undefined is computed again', () => {
  const results = new RecentResults<string | undefined>();
  expect(results.get('a', () => undefined)).toBeUndefined();
  expect(results.get('a', () => 'found')).toBe('found');
});
