import { expect, test } from 'vitest';
import { LruMap } from '#dist/base/lru-map.js';

test('behavior: what was used least recently is forgotten first, by weight', () => {
  const map = new LruMap<string, string>(6, ({ length }) => length);
  map.set('a', 'xx');
  map.set('b', 'xx');
  map.set('c', 'xx');
  expect(map.get('a')).toBe('xx');
  map.set('d', 'xxx');
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual(['xx', undefined, undefined, 'xxx']);
});

test('behavior: another value for a key has only its own weight', () => {
  const map = new LruMap<string, string>(4, ({ length }) => length);
  map.set('a', 'xx');
  map.set('b', 'xx');
  map.set('a', 'x');
  map.set('c', 'x');
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual(['x', 'xx', 'x']);
});

test('behavior: a value that is too heavy, or was deleted, is not kept', () => {
  const map = new LruMap<string, string>(4, ({ length }) => length);
  map.set('a', 'xxxxx');
  map.set('b', 'xxxx');
  expect([map.get('a'), map.get('b')]).toEqual([undefined, 'xxxx']);
  map.delete('b');
  map.set('c', 'xxxx');
  expect([map.get('b'), map.get('c')]).toEqual([undefined, 'xxxx']);
});
