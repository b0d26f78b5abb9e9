import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createProgram } from '#dist/cli/create-program.js';
import { configFile } from '#dist/cli/init/config-file.js';
import { resolveConfig } from '#dist/project/config/resolve.js';
import { devnetProgram, programOf, runExample } from '../examples/run.js';
import { emptyHome } from './child.js';
import { inProcess, silentContext } from './in-process.js';

// Inside the project, so that node_modules is found as in a user's project.
const folder = mkdtempSync(path.resolve(import.meta.dirname, '../.examples-init-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A project that depends on a package. */
function project(name: string, dependency: string): string {
  const root = path.join(folder, name);
  mkdirSync(path.join(root, 'node_modules'), { recursive: true });
  symlinkSync(path.resolve(import.meta.dirname, '../..'), path.join(root, 'node_modules/stacks-devnet'));
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ type: 'module', devDependencies: { [dependency]: '*' } }));
  return root;
}

test.each([
  ['vitest', ['devnet.config.ts', 'vitest.config.ts', 'test/devnet.test.ts'], [programOf('vitest/vitest.mjs'), 'run']],
  ['jest', ['devnet.config.ts', 'jest.config.cjs', 'test/devnet.test.js'], [programOf('jest/bin/jest.js')]],
  ['typescript', ['devnet.config.ts', 'test/devnet.test.mjs'], [devnetProgram, 'exec', '--', process.execPath, '--test']],
])('default: with %s, the written test passes', async (dependency, files, command) => {
  using home = emptyHome();
  const root = project(dependency, dependency);
  const { status, stdout } = await inProcess(['init'], { ...home.env, HOME: root });
  expect({ status, lines: stdout.split('\n').slice(0, -1) }).toEqual({ status: 0, lines: files.map((file) => `wrote ${file}`) });
  const again = JSON.parse((await inProcess(['init', '--json'], { ...home.env, HOME: root })).stdout);
  expect(again).toMatchObject({ written: [], kept: files });
  const { status: ended, output } = await runExample(path.relative(path.resolve(import.meta.dirname, '../examples'), root), command);
  expect({ ended, output }).toEqual({ ended: 0, output: expect.stringMatching(/1 pass|pass 1/) });
});

test('default: with --agents, it writes instructions for coding agents, whose commands exist', async () => {
  using home = emptyHome();
  const root = project('agents', 'vitest');
  const { stdout } = await inProcess(['init', '--agents'], { ...home.env, HOME: root });
  expect(stdout).toContain('wrote AGENTS.md\n');
  const text = readFileSync(path.join(root, 'AGENTS.md'), 'utf8');
  expect(text).toContain('Run the tests: `npx vitest run`');
  const program = createProgram(silentContext({}));
  const commands = [...text.matchAll(/npx stacks-devnet ([a-z]+)/g)].map(([, name = '']) => name);
  expect(commands.length).toBeGreaterThan(10);
  for (const name of commands) expect([...program.commands.map((command) => command.name()), 'help']).toContain(name);
});

test('default: every setting of the written configuration is valid when it is uncommented', async () => {
  using home = emptyHome();
  const text = configFile().replaceAll(/^ {2}\/\/ (\w+: .*,)$/gm, '  $1');
  expect(text.match(/^ {2}\w+:/gm)?.length).toBeGreaterThan(8);
  writeFileSync(path.join(home.path, 'devnet.config.ts'), text.replace(/import .*\n/, 'const defineConfig = (config) => config;\n'));
  expect(await resolveConfig({ env: {}, cwd: home.path })).toMatchObject({ engine: 'embedded', logLevel: 'info' });
  expect(readFileSync(path.join(home.path, 'devnet.config.ts'), 'utf8')).toContain('mining');
});
