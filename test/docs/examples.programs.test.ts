import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { OF_A_USER, typeErrors } from '../../scripts/compiler.js';
import { documentedExamples, needsPrograms } from './examples.js';

const snippets = documentedExamples().filter((example) => example.language === 'ts' && needsPrograms(example));
// Inside the package, so that examples find it and what it installs for tests.
const folder = path.resolve(import.meta.dirname, `../.examples-programs-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('default: examples with programs of others are known', () => {
  expect(snippets.map(({ file }) => file)).toEqual(['docs/agents.md']);
});

test.for(snippets)('$file:$line compiles and runs', async ({ file, line, code }) => {
  const name = path.join(folder, `${path.basename(file)}-${line}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${name}.ts`, code);
  expect(typeErrors([`${name}.ts`], { ...OF_A_USER, moduleDetection: 'force' }).get(`${name}.ts`)).toEqual([]);
  await build({ entryPoints: [`${name}.ts`], outdir: folder, bundle: false, target: 'es2022', logLevel: 'error' });
  const { stderr } = await promisify(execFile)(process.execPath, [`${name}.js`], { timeout: 50_000 });
  expect(stderr).toBe('');
});
