import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createChunks } from '#dist/platform/node/code/chunks.js';
// @ts-expect-error a script of the build has no types
import { toChunk } from '../../../../scripts/chunk.mjs';

let root: string;
const folder = () => path.join(root, 'bundle');
const cache = () => path.join(root, 'cache');

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'devnet-code-'));
  mkdirSync(folder());
  writeFileSync(path.join(folder(), 'package.json'), '{}');
  write(
    'entry.js',
    "import { twice } from './chunk.js';\nexport const six = twice(3);\nexport const later = () => import('./later.js');\n",
  );
  write('chunk.js', 'globalThis.evaluations = (globalThis.evaluations ?? 0) + 1;\nconst twice = (n) => n * 2;\nexport { twice };\n');
  write('later.js', "import { twice } from './chunk.js';\nimport { sep } from 'node:path';\nexport const found = [sep, twice(1)];\n");
  Object.assign(globalThis, { evaluations: 0 });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Exports must be as esbuild writes them. */
function write(name: string, module: string): void {
  const names = [...module.matchAll(/export const (\w+)/g)].map(([, exported]) => exported);
  const text = names.length === 0 ? module : `${module.replaceAll('export const', 'const')}export { ${names.join(', ')} };\n`;
  writeFileSync(
    path.join(folder(), name),
    toChunk(text, () => []),
  );
}

function stackOf(fail: () => never): string {
  try {
    return fail();
  } catch (error) {
    return (error as Error).stack ?? '';
  }
}

const open = (build = 'build', caches: [string, ...string[]] = [cache()]) => createChunks({ folder: folder(), build, caches });
const kept = () => readdirSync(cache()).map((name) => path.join(cache(), name));

describe('chunks', () => {
  test('are evaluated once, the later ones when they are needed', async () => {
    const chunks = open();
    const { six, later } = chunks.load('entry.js');
    expect(six).toBe(6);
    expect(chunks.load('chunk.js')['twice']).toBeTypeOf('function');
    const { found } = await (later as () => Promise<{ found: unknown }>)();
    expect(found).toEqual([path.sep, 2]);
    expect(globalThis).toMatchObject({ evaluations: 1 });
  });

  test('keep their code in one file, which the next process uses instead of compiling', () => {
    const first = open();
    first.load('entry.js');
    first.keepCode();
    const [file = '', ...others] = kept();
    expect(others).toEqual([]);
    const { mtimeMs } = statSync(file);
    const next = open();
    expect(next.load('entry.js')['six']).toBe(6);
    next.keepCode();
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  test('add the code of what only a later process loads', async () => {
    const first = open();
    first.load('entry.js');
    first.keepCode();
    const [file = ''] = kept();
    const { size } = statSync(file);
    const next = open();
    await (next.load('entry.js')['later'] as () => Promise<unknown>)();
    next.keepCode();
    expect(kept()).toEqual([file]);
    expect(statSync(file).size).toBeGreaterThan(size);
  });

  test.each([
    ['a file that is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['a changed byte', (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === bytes.length - 20 ? byte ^ 1 : byte)))],
    ['an empty file', () => Buffer.alloc(0)],
    ['a file of something else', () => Buffer.from('no code at all')],
  ])('do without %s, and replace it', (_, damage) => {
    const first = open();
    first.load('entry.js');
    first.keepCode();
    const [file = ''] = kept();
    const bytes = readFileSync(file);
    writeFileSync(file, damage(bytes));
    const next = open();
    expect(next.load('entry.js')['six']).toBe(6);
    next.keepCode();
    expect(readFileSync(file)).toHaveLength(bytes.length);
  });

  test('do not use the code of another build, though its text may be as long', () => {
    const first = open('one');
    first.load('entry.js');
    first.keepCode();
    write(
      'entry.js',
      "import { twice } from './chunk.js';\nexport const six = twice(4);\nexport const later = () => import('./later.js');\n",
    );
    const next = open('two');
    expect(next.load('entry.js')['six']).toBe(8);
    next.keepCode();
    expect(kept()).toHaveLength(2);
  });

  test('use the code of the second folder, and keep nothing then', () => {
    const packaged = path.join(root, 'packaged');
    const first = open('build', [packaged]);
    first.load('entry.js');
    first.keepCode();
    const next = open('build', [cache(), packaged]);
    next.load('entry.js');
    next.keepCode();
    expect(kept).toThrow('ENOENT');
  });

  test('stack traces have no folder of the machine that compiled them', () => {
    write('entry.js', "export const fail = () => { throw new Error('no'); };\n");
    const packaged = path.join(root, 'packaged');
    const first = open('build', [packaged]);
    first.load('entry.js');
    first.keepCode();
    const moved = path.join(root, 'elsewhere');
    cpSync(folder(), moved, { recursive: true });
    const { fail } = createChunks({ folder: moved, build: 'build', caches: [cache(), packaged] }).load('entry.js');
    const stack = stackOf(fail as () => never);
    expect(stack).toContain('(node_modules/stacks-devnet/bundle/entry.js:');
    expect(stack).not.toContain(root);
  });

  test('work in a folder that cannot be written', () => {
    writeFileSync(cache(), 'a file in its place');
    const chunks = open();
    expect(chunks.load('entry.js')['six']).toBe(6);
    expect(() => chunks.keepCode()).not.toThrow();
  });

  test('keep few files of other builds', () => {
    for (let build = 0; build < 20; build++) {
      const chunks = open(`build${build}`);
      chunks.load('entry.js');
      chunks.keepCode();
    }
    expect(kept()).toHaveLength(12);
  });

  test('get the packages that the entry has imported, or import them before a later chunk needs them', async () => {
    write('esm.js', "import { execa } from 'execa';\nexport const copied = execa;\n");
    expect(open().load('esm.js', { execa: { execa: 7 } })['copied']).toBe(7);
    const entry = 'const later = () => import("./esm.js");\nexport { later };\n';
    writeFileSync(
      path.join(folder(), 'entry.js'),
      toChunk(entry, () => ['execa']),
    );
    const { later } = open().load('entry.js') as { later: () => Promise<{ copied: unknown }> };
    expect((await later()).copied).toBeTypeOf('function');
  });

  test('name the chunk in the stack of an error', () => {
    write('broken.js', "export const one = 1;\nthrow new Error('broken');\n");
    const error = catchError(() => open().load('broken.js'));
    expect(error.stack).toContain('node_modules/stacks-devnet/bundle/broken.js:2');
  });
});

describe('a module becomes a chunk', () => {
  test.each([
    ["import { a, b as c } from 'ajv';", 'const { a: a, b: c } = require("ajv");'],
    ["import d from 'node:path';", 'const d = require("node:path");'],
    ["import d from 'execa';", 'const { default: d } = require("execa");'],
    ["import * as e from 'node:fs';", 'const e = require("node:fs");'],
    ["import { f } from './chunk-A.js';", 'const { f: f } = bundleChunk("chunk-A.js");'],
    ["import './chunk-A.js';", 'bundleChunk("chunk-A.js");'],
    ["import { g } from './load.js';", 'const { g: g } = require("./load.js");'],
  ])('%s', (statement, expected) => {
    expect(toChunk(`${statement}\n`, () => [])).toContain(expected);
  });

  test('with its exports, lines and later imports', () => {
    const chunk = toChunk("import {\n  a\n} from './b.js';\nconst x = () => import('./c.js');\nexport {\n  x as y\n};\n", () => ['ws']);
    expect(chunk).toContain('return { y: x };');
    expect(chunk.split('\n')[3]).toContain('const x = () => bundleLoad("c.js", ["ws"]);');
  });

  test('with imports of packages, which only a module can make', () => {
    expect(toChunk('const x = (name) => [import("ws"), import(name)];\n', () => [])).toContain('[bundleImport("ws"), bundleImport(name)]');
  });

  test('with what a package requires, and comments in ASCII', () => {
    write(
      'cjs.js',
      "// caf\u00e9\nvar path = (function () { /* \u2212 */ return require('node:path'); })();\nexport const sep = path.sep;\n",
    );
    expect(open().load('cjs.js')['sep']).toBe(path.sep);
  });

  test('unless it has what a chunk cannot have', () => {
    expect(() => toChunk("export { a } from './b.js';", () => [])).toThrow('exports again');
    expect(() => toChunk("const a = 'é';", () => [])).toThrow('not ASCII');
    expect(() => toChunk('const bundleLoad = 1;', () => [])).toThrow('bundleLoad');
  });
});

function catchError(task: () => unknown): Error {
  try {
    task();
  } catch (error) {
    return error as Error;
  }
  throw new Error('no error was thrown');
}

test('a CommonJS package is the default export, with its names beside it, and has a folder', async () => {
  writeFileSync(
    path.join(folder(), 'package-of-others.js'),
    toChunk('var pack = { pick: 1, folder: __dirname };\nexport default pack;\n', () => []),
  );
  write('user.js', "export const later = () => import('./package-of-others.js');\n");
  const chunks = createChunks({ folder: folder(), build: 'a', caches: [cache()] });
  const { later } = chunks.load('user.js') as { later: () => Promise<object> };
  expect(await later()).toEqual({ pick: 1, folder: folder(), default: { pick: 1, folder: folder() } });
});
