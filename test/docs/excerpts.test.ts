import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { documentedExamples } from './examples.js';

const folder = path.resolve(import.meta.dirname, '../examples');
const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));

test.for(documentedExamples().filter(({ language }) => language === 'js'))(
  'default: $file:$line is part of an example that runs',
  ({ code }) => {
    expect(sources.some((source) => source.includes(code))).toBe(true);
  },
);
