import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { documentedExamples } from './examples.js';

const folder = path.resolve(import.meta.dirname, '../examples');
const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
const languages = ['js', 'python', 'go', 'rust', 'java'];
const excerpts = documentedExamples().filter(({ language, code }) => languages.includes(language) && !code.includes('startDevnet('));

test.for(excerpts)('$file:$line is a whole file of an example that runs', ({ code }) => {
  expect(sources).toContain(code);
});
