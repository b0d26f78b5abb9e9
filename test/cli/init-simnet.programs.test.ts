import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { useSimnet } from '#dist/cli/init/simnet-config.js';
import { programOf, runExample } from '../examples/run.js';
import { emptyHome } from './child.js';
import { inProcess } from './in-process.js';

/** The configuration of a new project of Clarinet, with Vitest 4. */
const TEMPLATE = `import { getClarinetVitestsArgv, vitestSetupFilePath } from "@stacks/clarinet-sdk/vitest";
import { defineConfig } from "vitest/config";

/* The simnet of a suite's "test: {" */

export default defineConfig({
  test: {
    // the environment that provides the simnet
    environment: "clarinet",
    pool: "forks",
    isolate: false,
    maxWorkers: 1,
    setupFiles: [
      vitestSetupFilePath, // more can follow
    ],
    environmentOptions: {
      clarinet: {
        ...getClarinetVitestsArgv(),
      },
    },
  },
});
`;
/** One of Vitest 3. */
const OLDER = TEMPLATE.replace(
  '    isolate: false,\n    maxWorkers: 1,\n',
  '    poolOptions: {\n      threads: { singleThread: true },\n      forks: { singleFork: true },\n    },\n',
);
const vitest = (version: number) => ({ name: 'vitest', version }) as const;

describe('forms that it changes, by one line or a part of one', () => {
  test.each([
    ["Clarinet's template", TEMPLATE, vitest(4), 8, 'execArgv: ["--import", "stacks-devnet/simnet/register"],'],
    ['with CRLF', TEMPLATE.replaceAll('\n', '\r\n'), vitest(4), 8, 'execArgv: ["--import", "stacks-devnet/simnet/register"],'],
    [
      "Clarinet's template for Vitest 3",
      OLDER,
      vitest(3),
      13,
      'forks: { execArgv: ["--import", "stacks-devnet/simnet/register"], singleFork: true },',
    ],
    [
      'Vitest 3 without options of its pool',
      `export default { test: { environment: 'clarinet' } };`,
      vitest(3),
      1,
      "export default { test: { poolOptions: { forks: { execArgv: ['--import', 'stacks-devnet/simnet/register'] } }, " +
        "environment: 'clarinet' } };",
    ],
    [
      'a suite that calls initSimnet()',
      "export default {\n  test: { // all\n    include: ['a'],\n  },\n};\n",
      vitest(3),
      3,
      "alias: { '@stacks/clarinet-sdk': 'stacks-devnet/simnet' },",
    ],
    ['Jest', 'module.exports = {\n};\n', { name: 'jest' }, 2, "moduleNameMapper: { '^@stacks/clarinet-sdk$': 'stacks-devnet/simnet' },"],
    [
      'Jest with a type',
      'const config: Config = {\n  verbose: true,\n};\nexport default config;\n',
      { name: 'jest' },
      2,
      "moduleNameMapper: { '^@stacks/clarinet-sdk$': 'stacks-devnet/simnet' },",
    ],
  ] as const)('%s', (_, text, runner, line, shown) => {
    const change = useSimnet(text, 'file', runner);
    expect(change).toMatchObject({ line, shown });
    // Without what was inserted, it is the file before.
    const [first = ''] =
      /(?:execArgv|alias|moduleNameMapper|poolOptions: \{ forks).*?(?:\]|\]? \}(?: \})?), ?/.exec(change?.text ?? '') ?? [];
    const rest = change?.text
      .replace(first, '')
      .replace(/^[^\S\r\n]+(?=\r?$)/m, '\0')
      .replace(/\0\r?\n/, '');
    expect(rest?.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    expect(useSimnet(change?.text ?? '', 'file', runner)).toBeUndefined();
  });
});

describe('error: forms that it leaves, with the line to add', () => {
  test.each([
    ['no test options', 'export default {};', vitest(4), "alias: { '@stacks/clarinet-sdk': 'stacks-devnet/simnet' },"],
    ['several', 'export default [{ test: {} }, { test: {} }];', vitest(4), 'alias: {'],
    ['only in a comment', '// test: {\nexport default {};', vitest(4), 'alias: {'],
    ['an alias', 'export default { test: { alias: {} } };', vitest(4), 'alias: {'],
    ['arguments', 'export default { test: { environment: "clarinet", execArgv: [] } };', vitest(4), 'execArgv: ['],
    ['threads', 'export default { test: { environment: "clarinet", pool: "threads" } };', vitest(4), 'execArgv: ['],
    ['a pool without forks', OLDER.replace('forks: { singleFork: true },', ''), vitest(3), 'poolOptions: { forks: { execArgv: ['],
    ['the older SDK', TEMPLATE.replace('@stacks/', '@hirosystems/'), vitest(4), 'Change to @stacks/clarinet-sdk 3'],
    ['a mapper', 'module.exports = { moduleNameMapper: {} };', { name: 'jest' }, 'Add this line to the configuration: moduleNameMapper: {'],
    ['a function', 'module.exports = async () => ({});', { name: 'jest' }, 'moduleNameMapper: {'],
  ] as const)('%s', (_, text, runner, line) => {
    expect(() => useSimnet(text, 'vitest.config.ts', runner)).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED', message: expect.stringContaining(line) }),
    );
  });
});

describe('init --simnet', () => {
  // Inside the project, so that node_modules is found as in a user's project.
  const folder = mkdtempSync(path.resolve(import.meta.dirname, '../.examples-init-simnet-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('default: a suite of clarinet-sdk runs on the simnet of this package', async () => {
    using home = emptyHome();
    const root = path.join(folder, 'suite');
    for (const name of ['node_modules', 'contracts', 'settings']) mkdirSync(path.join(root, name), { recursive: true });
    symlinkSync(path.resolve(import.meta.dirname, '../..'), path.join(root, 'node_modules/stacks-devnet'));
    const files = {
      'package.json': '{ "type": "module", "devDependencies": { "vitest": "^4.0.0" } }',
      'Clarinet.toml': '[project]\nname = "suite"\ntelemetry = false\n\n[contracts.one]\npath = "contracts/one.clar"\nepoch = "3.0"\n',
      'settings/Devnet.toml': `[network]
name = "devnet"

[accounts.deployer]
mnemonic = "twice kind fence tip hidden tilt action fragile skin nothing glory cousin green tomorrow spring wrist shed math olympic multiply hip blue scout claw"
balance = 1000000
`,
      'contracts/one.clar': '(define-read-only (number) u1)\n',
      'vitest.config.js': 'export default {\n  test: {\n    root: import.meta.dirname,\n  },\n};\n',
      'one.test.js': `import { initSimnet } from '@stacks/clarinet-sdk';
import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
const simnet = await initSimnet();
test('one', () => {
  expect(simnet.callReadOnlyFn('one', 'number', [], simnet.deployer).result).toEqual(Cl.uint(1));
  expect(() => simnet.executeCommand('::encode 1')).toThrow('Run "clarinet console"'); // a message of stacks-devnet
});
`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
    const variables = { ...home.env, HOME: root };
    expect(await inProcess(['init', '--simnet'], variables)).toMatchObject({
      status: 0,
      stdout: "changed vitest.config.js\n3: alias: { '@stacks/clarinet-sdk': 'stacks-devnet/simnet' },",
    });
    const changed = readFileSync(path.join(root, 'vitest.config.js'), 'utf8');
    expect(JSON.parse((await inProcess(['init', '--simnet', '--json'], variables)).stdout)).toEqual({
      file: 'vitest.config.js',
      changed: false,
    });
    expect(readFileSync(path.join(root, 'vitest.config.js'), 'utf8')).toBe(changed);
    const cwd = path.relative(path.resolve(import.meta.dirname, '../examples'), root);
    const { status, output } = await runExample(cwd, [programOf('vitest/vitest.mjs'), 'run']);
    expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/1 passed/) });
  });

  test('behavior: beside a configuration of Vite, that of Jest is the one of the tests', async () => {
    using home = emptyHome();
    const own = mkdtempSync(path.join(folder, 'jest-'));
    writeFileSync(path.join(own, 'vite.config.ts'), 'export default {};\n');
    writeFileSync(path.join(own, 'jest.config.js'), 'module.exports = {\n};\n');
    const { status, stdout } = await inProcess(['init', '--simnet'], { ...home.env, HOME: own });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('changed jest.config.js') });
  });

  test('behavior: with --agents, it writes instructions for coding agents, too', async () => {
    using home = emptyHome();
    const own = mkdtempSync(path.join(folder, 'agents-'));
    writeFileSync(path.join(own, 'jest.config.js'), 'module.exports = {\n};\n');
    const { stdout } = await inProcess(['init', '--simnet', '--agents'], { ...home.env, HOME: own });
    expect(stdout).toMatch(/^changed jest\.config\.js\n.*\nwrote AGENTS\.md$/);
    expect(readFileSync(path.join(own, 'AGENTS.md'), 'utf8')).toContain('Run the tests: `npx jest`');
    const again = await inProcess(['init', '--simnet', '--agents', '--json'], { ...home.env, HOME: own });
    expect(JSON.parse(again.stdout)).toEqual({ file: 'jest.config.js', changed: false, written: [], kept: ['AGENTS.md'] });
  });

  test('error: a configuration that cannot be read', async () => {
    using home = emptyHome();
    const own = mkdtempSync(path.join(folder, 'unreadable-'));
    mkdirSync(path.join(own, 'vitest.config.ts'));
    writeFileSync(path.join(own, 'jest.config.js'), 'module.exports = {\n};\n');
    const { status, stderr } = await inProcess(['init', '--simnet'], { ...home.env, HOME: own });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('EISDIR') });
    expect(readFileSync(path.join(own, 'jest.config.js'), 'utf8')).toBe('module.exports = {\n};\n');
  });

  test('error: no configuration', async () => {
    using home = emptyHome();
    const { status, stderr } = await inProcess(['init', '--simnet'], { ...home.env, HOME: folder });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('has no vitest.config, vite.config or jest.config') });
  });
});
