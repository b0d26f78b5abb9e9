import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { poolDayReport } from './report.js';

// npm run bench:pool prints the table of docs/ci.md; with --write, it also writes it and its picture there.
const docs = path.resolve(import.meta.dirname, '../../../docs');
const page = path.join(docs, 'ci.md');
const { table, picture } = await poolDayReport();
console.log(table);
if (process.argv.includes('--write')) {
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(/^\| networks +\| size .*(?:\n\|.*)*/m, () => table),
  );
  writeFileSync(path.join(docs, 'pictures/pool-day.svg'), picture);
}
