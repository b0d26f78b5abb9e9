/** Writes the tables of commands and flags in docs/cli.md from the command line. A test fails if the committed page differs. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withCommands } from './cli-page.js';
import { readDocstrings } from './docstrings.js';

const root = path.resolve(import.meta.dirname, '..');
const page = path.join(root, 'docs/cli.md');
const docs = readDocstrings(path.join(root, 'src/network/operations/table.ts'), ['operations', 'others']);
writeFileSync(page, withCommands(readFileSync(page, 'utf8'), docs));
