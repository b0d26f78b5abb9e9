import { mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, inject } from 'vitest';

// Runs before each test file. Files run one after the other in a process, so each sees only its own temporary files.
const { testPath = '' } = expect.getState();
process.env['TMPDIR'] = mkdtempSync(join(inject('temporaryFolder'), `${basename(testPath, '.test.ts')}-`));
