import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rows } from '#dist/network/operations/table.js';
import { withCommands } from '../../../scripts/cli-page.js';
import { readDocstrings } from '../../../scripts/docstrings.js';
import { operationsPage } from '../../../scripts/operations-page.js';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const docs = readDocstrings(path.join(root, 'src/network/operations/table.ts'), ['operations', 'others']);

test('default: docs/operations.md is made from the rows and their docstrings', () => {
  expect(operationsPage(rows, docs), 'run `npm run generate`').toBe(read('docs/operations.md'));
});

test('default: docs/cli.md lists every command, and every flag that is no setting', () => {
  const page = read('docs/cli.md');
  expect(page).toMatch(/^\| `chaos rpc-faults` +\| delay requests /m);
  expect(page).toMatch(/^\| `--error-rate <rate>` +\| `chaos rpc-faults` +\| /m);
  expect(withCommands(page, docs), 'run `npm run generate`').toBe(page);
});

test('default: every operation of code has a docstring with an example, but for one that needs a fork', () => {
  const named = rows.filter(([, { inCode }]) => inCode === undefined).map(([name]) => name);
  expect(named.filter((name) => (docs.get(name)?.text ?? '') === '')).toEqual([]);
  expect(named.filter((name) => docs.get(name)?.examples.length === 0)).toEqual(['replay']);
});
