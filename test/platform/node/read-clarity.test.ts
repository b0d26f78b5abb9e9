import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readClarity } from '#dist/platform/node/read-clarity.js';
import { temporaryFolder } from '../../disposable-folder.js';

test('behavior: line ends of Windows become those of Clarity, and nothing else changes', async () => {
  await using folder = await temporaryFolder('clarity');
  const file = path.join(folder.path, 'counter.clar');
  await writeFile(file, '(ok "a\\r\\n")\r\n\n\r(ok u1)');
  expect(await readClarity(file)).toBe('(ok "a\\r\\n")\n\n\r(ok u1)');
});
