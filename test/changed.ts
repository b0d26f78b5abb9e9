import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, { types?: string; default?: string }>;
};

/** The source of each export, by its file in the bundle. */
const entries = new Map(
  Object.values(exports).flatMap(({ types, default: file }) =>
    types === undefined || file === undefined ? [] : [[path.resolve(root, file), path.resolve(root, types)]],
  ),
);
/** What the programs of the bundle are made from. */
const programs = ['src/cli/main.ts', 'src/cli/run-process.ts', 'src/index.ts'].map((file) => path.join(root, file));

/** These tests read files of the project, such as its docs and sources, and import nothing of them. */
const READERS = /^test\/(?:docs|examples|package|project\/code|project\/config|project\/rooms|network\/operations\/words)\b/;

/**
 * After a change of these `--changed` runs all tests: fixtures, which tests read and do not import, what runs the tests, and what makes the
 * program.
 */
export const OF_ALL_TESTS: readonly string[] = [
  '**/test/fixtures/**',
  '**/test/!(docs|examples|fixtures)/**/!(*.ts|*.mts|*.js|*.mjs|*.cjs)',
  '**/test/{vitest.*,changed,fresh-build,temporary-folder}.ts',
  '**/scripts/*.mjs',
  '**/package-lock.json',
];

/** What `--changed` means, or `--changed=main`: the changes since the last commit, or since a commit. */
function changedFiles(): string[] {
  const option = process.argv.find((argument) => argument.startsWith('--changed'));
  if (option === undefined) return [];
  const commit = option.split('=')[1] ?? 'HEAD';
  const list = (...args: string[]): string[] => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const files = [...list('diff', '--name-only', commit), ...list('ls-files', '--others', '--exclude-standard')];
  return files.map((file) => path.join(root, file)).filter((file) => existsSync(file));
}

/**
 * A plugin for `--changed`, which follows imports: tests import what is compiled from a source, and Git knows the sources only.
 * None of these imports runs.
 */
export function sourcesOfBuild(changed = changedFiles()) {
  return {
    name: 'sources-of-build',
    enforce: 'pre' as const,
    load(id: string): string | undefined {
      if (changed.includes(id) && !/\.[cm]?[jt]sx?$/.test(id)) return '';
      const source = entries.get(id) ?? sourceOf(id);
      return source === undefined ? undefined : importing([source]);
    },
    transform(code: string, id: string): string | undefined {
      if (changed.length === 0 || !id.startsWith(import.meta.dirname)) return undefined;
      const more = [
        ...(code.includes('bundle/') || code.includes('cli.js') ? programs : []),
        ...(READERS.test(path.relative(root, id).split(path.sep).join('/')) ? changed : namedIn(code, changed)),
      ];
      return more.length === 0 ? undefined : `${code}\n${importing(more)}`;
    },
  };
}

/** A program that a test starts, or a page of the docs that it compares with, is one of these. */
function namedIn(code: string, files: readonly string[]): readonly string[] {
  return files.filter((file) => code.includes(path.basename(file)));
}

function sourceOf(id: string): string | undefined {
  const dist = path.join(root, 'dist') + path.sep;
  if (!id.startsWith(dist)) return undefined;
  const source = path.join(root, 'src', id.slice(dist.length).replace(/\.([cm]?)js$/, '.$1ts'));
  return existsSync(source) ? source : undefined;
}

/** Imports that are followed and never run: a changed file may be a script, or a part of a page. */
const importing = (files: readonly string[]): string => files.map((file) => `void (() => import(${JSON.stringify(file)}));`).join('\n');
