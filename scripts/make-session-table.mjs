import { rename, writeFile } from 'node:fs/promises';
import { linkClarityPackage, loadClarityPackage } from '#dist/node/stacks/vm/machine/code.js';
import { makeSessionTable } from '#dist/node/stacks/vm/origin/make-table.js';
import { readSessionTable, TABLE_FILE } from '#dist/node/stacks/vm/origin/table-file.js';

// Part of the build: makes the session table, unless that of this build of the VM exists.
const code = loadClarityPackage();
try {
  readSessionTable(code.digest);
} catch {
  const table = await makeSessionTable(linkClarityPackage(code));
  // A network that starts meanwhile finds a complete table or none.
  const unfinished = new URL(`${TABLE_FILE}.${process.pid}.tmp`);
  await writeFile(unfinished, table);
  await rename(unfinished, TABLE_FILE);
}
