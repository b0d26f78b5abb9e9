import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesOfTests } from '../../files-of-tests.js';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): Record<string, Record<string, string>> => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** Folders with packages that only some suites install. */
const FOLDERS = ['test/programs', 'test/others'];
/** The scripts of suites, and how the names of their files end. */
const SUITES = [
  ['test', /(?<!\.(?:programs|long|native|docker))\.test\.ts$/],
  ['test:long', /\.long\.test\.ts$/],
  ['test:programs', /\.programs\.test\.ts$/],
  ['test:native', /\.native\.test\.ts$/],
  ['test:docker', /\.docker\.test\.ts$/],
] as const;

/** The packages that a file imports, itself or by other files of this folder. Types need no package when tests run. */
function packagesOf(file: string, seen: Set<string>): string[] {
  if (seen.has(file) || !existsSync(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)';/gms);
  return [...imports].flatMap(([, name = '']) => {
    if (!name.startsWith('.')) return [/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name];
    return packagesOf(path.resolve(path.dirname(file), name.replace(/\.js$/, '.ts')), seen);
  });
}

test.each(SUITES)('npm run %s installs what its files import', (script, files) => {
  const { scripts = {}, dependencies, devDependencies } = read('package.json');
  const seen = new Set<string>();
  const imported = new Set(
    filesOfTests('.test.ts')
      .filter((file) => files.test(file))
      .flatMap((file) => packagesOf(file, seen)),
  );
  expect(imported.size).toBeGreaterThan(3);
  for (const folder of FOLDERS) {
    const { dependencies: own = {} } = read(`${folder}/package.json`);
    const needed = Object.keys(own).filter((name) => imported.has(name) && !(name in { ...dependencies, ...devDependencies }));
    if (!scripts[script]?.includes(`install.mjs ${folder} `)) expect(needed).toEqual([]);
  }
});
