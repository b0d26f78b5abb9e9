import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each(['clarity', 'clarity-boot-contracts'])('default: bundle/%s.mjs imports only packages that run in browsers', (name) => {
  const text = readFileSync(new URL(`../../../bundle/${name}.mjs`, import.meta.url), 'utf8');
  const imported = [...text.matchAll(/^(?:import|export)\b.*?\bfrom "([^"]+)";$/gm)].map(([, from = '']) => from);
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((from) => !/^@noble\/(?:curves|hashes)\//.test(from))).toEqual([]);
});
