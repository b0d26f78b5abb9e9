import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runVitestExample } from './run-example.js';

test('default: passes on embedded', async () => {
  const { status, output } = await runVitestExample('embedded');
  expect(output).toMatch(/Tests +5 passed \(5\)/);
  expect(status).toBe(0);
});

// The compiler alone takes ten seconds, and as long as a busy machine wants.
test('behavior: it compiles with the types of the package', { timeout: 300_000 }, () => {
  const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '--noEmit', '-p', join(import.meta.dirname, 'vitest')], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

test('error: an unknown engine is reported', async () => {
  const { status, output } = await runVitestExample('embeded');
  expect(output).toContain('DEVNET_ENGINE');
  expect(status).toBe(1);
});
