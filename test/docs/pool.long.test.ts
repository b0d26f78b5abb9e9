import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { poolDayReport } from '../bench/pool-day/report.js';

const docs = path.resolve(import.meta.dirname, '../../docs');

// npm run bench:pool -- --write makes both.
test('default: docs/ci.md and its picture show the simulated day', async () => {
  const { table, picture } = await poolDayReport();
  expect(readFileSync(path.join(docs, 'ci.md'), 'utf8')).toContain(table);
  expect(readFileSync(path.join(docs, 'pictures/pool-day.svg'), 'utf8')).toBe(picture);
});
