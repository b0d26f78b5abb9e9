import path from 'node:path';
import { expect, test } from 'vitest';
import { sourcesOfBuild } from '../changed.js';

const root = path.resolve(import.meta.dirname, '../..');
/** What follows imports finds this one, but nothing runs it. */
const importOf = (file: string): string => `void (() => import(${JSON.stringify(file)}));`;
/** What a module of tests imports for `--changed`, beside its own imports, if these files have changed. */
const imported = (file: string, code: string, ...changed: string[]): string | undefined => {
  const result = sourcesOfBuild(changed.map((name) => path.join(root, name))).transform(code, path.join(root, file));
  return result?.replaceAll(`${root}/`, '').slice(code.length + 1);
};

test('default: a compiled module imports its source, and an export of the package what it is made from', () => {
  const { load } = sourcesOfBuild([]);
  expect(load(path.join(root, 'dist/base/json.js'))).toBe(importOf(`${root}/src/base/json.ts`));
  expect(load(path.join(root, 'bundle/index.mjs'))).toBe(importOf(`${root}/src/index.ts`));
  expect(load(path.join(root, 'test/steps.ts'))).toBeUndefined();
});

test('default: a test imports what it names: a program that it starts, a page that it reads', () => {
  const code = "new URL('./count.mjs', import.meta.url);";
  expect(imported('test/a/b.test.ts', code, 'test/a/count.mjs')).toBe(importOf('test/a/count.mjs'));
  expect(imported('test/a/b.test.ts', code, 'test/a/other.mjs')).toBeUndefined();
  expect(imported('test/gateway/metrics.test.ts', "read('docs/observe.md')", 'docs/observe.md', 'docs/ci.md')).toBe(
    importOf('docs/observe.md'),
  );
  expect(imported('src/a.ts', code, 'test/a/count.mjs')).toBeUndefined();
});

test('default: tests that read the files of the project import all that changed', () => {
  for (const file of ['test/docs/links.test.ts', 'test/package/x.test.ts', 'test/project/rooms.test.ts']) {
    expect(imported(file, 'x', 'docs/ci.md', 'src/a.ts')).toBe(`${importOf('docs/ci.md')}\n${importOf('src/a.ts')}`);
  }
});

test('default: a test of the command line imports what this is made from', () => {
  expect(imported('test/cli/x.test.ts', "run('bundle/cli.js')", 'src/a.ts')).toContain(importOf('src/cli/main.ts'));
  expect(imported('test/cli/x.test.ts', "run('bundle/cli.js')")).toBeUndefined();
});
