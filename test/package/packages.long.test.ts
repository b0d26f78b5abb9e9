import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
// @ts-expect-error a script of the build has no types
import { manifestOfCheckout } from '../../scripts/manifest.mjs';
// @ts-expect-error a script of the build has no types
import { makePackage } from '../../scripts/packages.mjs';
import { importsOf } from '../../scripts/rooms.js';
import { temporaryFolder } from '../disposable-folder.js';

const root = path.resolve(import.meta.dirname, '../..');
const own = manifestOfCheckout();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** A folder of a user, with both packages installed. */
let app: string;

beforeAll(async () => {
  folder = await temporaryFolder('devnet-packages');
  app = path.join(folder.path, 'app');
  for (const name of ['clarity', 'bitcoin']) {
    const made: string = await makePackage(name, folder.path);
    const [tarball = ''] = execFileSync('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: made, encoding: 'utf8' })
      .trim()
      .split('\n')
      .slice(-1);
    execFileSync('tar', ['-xzf', tarball], { cwd: made });
    const { name: id, dependencies } = JSON.parse(readFileSync(path.join(made, 'package/package.json'), 'utf8'));
    mkdirSync(path.join(app, 'node_modules'), { recursive: true });
    cpSync(path.join(made, 'package'), path.join(app, 'node_modules', id), { recursive: true });
    for (const dependency of Object.keys(dependencies)) {
      const target = path.join(app, 'node_modules', dependency);
      mkdirSync(path.dirname(target), { recursive: true });
      symlinkSync(path.join(root, 'node_modules', dependency), target);
    }
  }
});
afterAll(() => folder?.[Symbol.asyncDispose]());

const installed = (...names: string[]) => path.join(app, 'node_modules', ...names);
const manifestOf = (id: string) => JSON.parse(readFileSync(installed(id, 'package.json'), 'utf8'));

test.each(['stacks-devnet-clarity', 'stacks-devnet-bitcoin'])('default: %s has our version, a licence, a README and its notices', (id) => {
  expect(manifestOf(id)).toMatchObject({ name: id, version: own.version, license: own.license });
  expect(readdirSync(installed(id))).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'third-party-notices.txt', 'types']));
  for (const [name, version] of Object.entries(manifestOf(id).dependencies)) expect(version).toBe(own.dependencies[name]);
});

test('default: the Clarity VM needs no package and no module of Node, and is small', () => {
  expect(manifestOf('stacks-devnet-clarity').dependencies).toEqual({});
  for (const name of ['clarity.mjs', 'boot-contracts.mjs']) {
    expect(importsOf(name, readFileSync(installed('stacks-devnet-clarity', name), 'utf8'))).toEqual([]);
  }
  expect(statSync(installed('stacks-devnet-clarity', 'clarity.mjs')).size).toBeLessThan(350_000);
});

test.each(['stacks-devnet-clarity', 'stacks-devnet-bitcoin'])('docs: the example of the README of %s works', (id) => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(readFileSync(installed(id, 'README.md'), 'utf8')) ?? [];
  const file = path.join(app, `${id}.mjs`);
  writeFileSync(file, code);
  expect(execFileSync(process.execPath, [file], { cwd: app, encoding: 'utf8', timeout: 60_000 })).toBe('');
});

test('types: both packages compile in the project of a user', () => {
  const file = path.join(app, 'use.mts');
  writeFileSync(
    file,
    `import { createBitcoinNode } from 'stacks-devnet-bitcoin';
     import { createClarityVm } from 'stacks-devnet-clarity';
     import { bootContracts } from 'stacks-devnet-clarity/boot-contracts';
     export const height: number = createBitcoinNode().tip().height;
     export const nonce: bigint = createClarityVm({ contracts: bootContracts() }).getAccount('ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5').nonce;\n`,
  );
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  const types = ['--typeRoots', path.join(root, 'node_modules/@types')];
  execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), ...flags, ...types, file], {
    cwd: app,
    stdio: 'inherit',
  });
});
