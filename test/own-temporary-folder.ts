import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'vitest';

// Runs before each file of tests, in a process of its own: what the file looks at there is none of a file's that runs beside it.
const { testPath = '' } = expect.getState();
process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), `${basename(testPath, '.test.ts')}-`));
