import { expect, test } from 'vitest';
import { showPoxAddress } from '#dist/stacks/api/pox/address.js';

const HASH = Buffer.from('7321b74e2b6a7e949e6c4ad313035b1665095017', 'hex');
const PROGRAM = Buffer.alloc(32, 7);

test.each([
  [0, HASH, /^mr1iPkD9N3RJZZxXRk7xF9d36gffa6exNC$/],
  [1, HASH, /^2/],
  [3, HASH, /^2/],
  [4, HASH, /^bcrt1q.{38}$/],
  [5, PROGRAM, /^bcrt1q.{58}$/],
  [6, PROGRAM, /^bcrt1p.{58}$/],
])('version %d', (version, hash, expected) => {
  expect(showPoxAddress({ version, hash })).toMatch(expected);
});
