import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

test('behavior: the decision lists each file that has something for Node 20 alone', () => {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.[cm]?tsx?$/.test(file));
  const marked = files
    .filter((file) => /\bNode 20\b/.test(readFileSync(path.join(root, 'src', file), 'utf8')))
    .map((file) => `src/${file}`);
  const decision = readFileSync(path.join(root, 'docs/decisions/0053-what-only-node-20-needs.md'), 'utf8');
  expect([...decision.matchAll(/`(src\/[^`]+)`/g)].map(([, file]) => file)).toEqual(marked.sort());
});
