import { expect, test } from 'vitest';
import { improvesDiagram } from '#dist/node/bitcoin/mempool/feerate-diagram.js';

const chunk = (fee: bigint, size: number) => ({ fee, size });

test.each([
  ['more for the same size', [chunk(100n, 100)], [chunk(101n, 100)], true],
  ['the same', [chunk(100n, 100)], [chunk(100n, 100)], false],
  ['less', [chunk(100n, 100)], [chunk(99n, 100)], false],
  ['more, but at the beginning less', [chunk(100n, 10)], [chunk(150n, 300)], false],
  ['as much from less', [chunk(100n, 100)], [chunk(100n, 50)], true],
  ['one for two', [chunk(50n, 100), chunk(100n, 100)], [chunk(220n, 200)], true],
  ['one for two that began better', [chunk(10n, 100), chunk(200n, 100)], [chunk(220n, 200)], false],
  ['something for nothing', [], [chunk(1n, 1)], true],
])('default: %s', (_, before, after, better) => {
  expect(improvesDiagram(before, after)).toBe(better);
});
