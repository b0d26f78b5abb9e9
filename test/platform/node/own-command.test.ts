import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ownCommand } from '#dist/platform/node/own-command.js';

const root = path.resolve(import.meta.dirname, '../../..');

let home = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'own-command-')));
  return () => rmSync(home, { recursive: true });
});

/** Makes a folder below the home. */
function folder(...words: string[]): string {
  const made = path.join(home, ...words);
  mkdirSync(made, { recursive: true });
  return made;
}

/** Makes a folder of PATH that has the program. */
function bin(...words: string[]): string {
  const made = folder(...words);
  writeFileSync(path.join(made, 'stacks-devnet'), '');
  return made;
}

/** What a user in a folder is told to run. */
function told(cwd: string, { paths = [], agent }: { paths?: string[]; agent?: string } = {}): string {
  const env = { PATH: paths.join(path.delimiter), ...(agent && { npm_config_user_agent: agent }) };
  return ownCommand('down', { env, cwd, temporary: path.join(home, 'tmp') });
}

/** Makes a project that depends on the package. @returns its folder */
function project(): string {
  folder('app/node_modules/stacks-devnet');
  return folder('app');
}

test('default: a program that a shell finds has its name', () => {
  expect(told(project(), { paths: [folder('empty'), bin('usr/bin')] })).toBe('stacks-devnet down');
});

test('default: one of a project needs npx, also below the folder of the project', () => {
  expect(told(project())).toBe('npx stacks-devnet down');
  expect(told(folder('app/test/deep'))).toBe('npx stacks-devnet down');
});

test('behavior: what a package manager adds to PATH while it runs a program is not there in a shell', () => {
  const paths = [bin('app/node_modules/.bin'), bin('tmp/xfs-1')];
  expect(told(project(), { paths, agent: 'npm/11.0.0 node/v24.0.0 linux x64' })).toBe('npx stacks-devnet down');
});

test.each([
  ['pnpm/10.1.0 npm/? node/v24.0.0 linux x64', 'pnpm exec stacks-devnet down'],
  ['bun/1.2.0 npm/? node/v24.0.0 linux x64', 'bunx stacks-devnet down'],
  ['yarn/1.22.22 npm/? node/v24.0.0 linux x64', 'yarn stacks-devnet down'],
])('behavior: a project of %s', (agent, command) => {
  expect(told(project(), { agent })).toBe(command);
});

test('behavior: Yarn also without node_modules', () => {
  expect(told(folder('pnp'), { agent: 'yarn/4.6.0 npm/? node/v24.0.0 linux x64' })).toBe('yarn stacks-devnet down');
});

test('behavior: in a clone and in a container, Node runs its file', () => {
  expect(told(root)).toBe(`node ${path.join('bundle', 'cli.js')} down`);
  expect(told(folder('elsewhere'))).toBe(`node ${path.join(root, 'bundle/cli.js')} down`);
});

test('option: without arguments it is the program alone', () => {
  expect(ownCommand(undefined, { env: {}, cwd: root, temporary: home })).toBe(`node ${path.join('bundle', 'cli.js')}`);
});
