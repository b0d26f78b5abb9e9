import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { cacheDirectory } from '#dist/platform/node/directories.js';
import { documentedExamples } from './examples.js';

const root = path.resolve(import.meta.dirname, '../..');

type Step = { uses?: string; with?: Record<string, string> };
const { inputs, runs } = parse(readFileSync(path.join(root, 'action.yml'), 'utf8')) as {
  inputs: object;
  runs: { steps: Step[] };
};

test('behavior: the stored path is the cache directory, and other actions are pinned by commit', () => {
  const used = runs.steps.filter(({ uses }) => uses !== undefined);
  expect(used[0]?.with?.['path']).toBe(cacheDirectory({ HOME: '~' }, 'linux'));
  for (const { uses } of used) expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
});

test('behavior: docs/ci.md describes every input', () => {
  const page = readFileSync(path.join(root, 'docs/ci.md'), 'utf8');
  expect(Object.keys(inputs).filter((name) => !page.includes(`| \`${name}\``))).toEqual([]);
  const shown = documentedExamples().filter(
    ({ file, language, code }) => file === 'docs/ci.md' && language === 'yaml' && code.includes('./node_modules/stacks-devnet'),
  );
  expect(shown).toHaveLength(1);
});
