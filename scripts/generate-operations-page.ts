/** Writes docs/operations.md from the table of operations. A test fails if the committed page differs. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rows } from '#dist/network/operations/table.js';
import { readDocstrings } from './docstrings.js';
import { operationsPage } from './operations-page.js';

const root = path.resolve(import.meta.dirname, '..');
const docs = readDocstrings(path.join(root, 'src/network/operations/table.ts'), ['operations', 'others']);
writeFileSync(path.join(root, 'docs/operations.md'), operationsPage(rows, docs));
