import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { runVitestExample } from './run-example.js';

test('default: passes on embedded', async () => {
  const { status, output } = await runVitestExample('embedded');
  expect(output).toMatch(/Tests +5 passed \(5\)/);
  expect(status).toBe(0);
});

test('behavior: it compiles with the types of the package', () => {
  const folder = join(import.meta.dirname, 'vitest');
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const problems = ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options));
  expect(fileNames).toHaveLength(3);
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});

test('error: an unknown engine is reported', async () => {
  const { status, output } = await runVitestExample('embeded');
  expect(output).toContain('DEVNET_ENGINE');
  expect(status).toBe(1);
});
