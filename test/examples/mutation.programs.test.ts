import { cp, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { child, emptyHome } from '../cli/child.js';

const root = path.resolve(import.meta.dirname, '../..');

/** The project of the example in a folder of its own, with the package as npm installs it. */
async function projectIn(home: string): Promise<string> {
  const folder = path.join(home, 'vault');
  await cp(path.join(import.meta.dirname, 'mutation'), folder, { recursive: true });
  await mkdir(path.join(folder, 'node_modules'));
  await symlink(root, path.join(folder, 'node_modules/stacks-devnet'));
  return folder;
}

const page = (name: string): Promise<string> => readFile(path.join(root, 'docs', name), 'utf8');

// Each mutant runs a test runner.
const SLOW = { timeout: 240_000 };

test('default: the run that docs/coverage.md shows', SLOW, async () => {
  using home = emptyHome();
  const folder = await projectIn(home.path);
  const { command, shown } = runShownIn(await page('coverage.md'));
  const { status, stdout } = await child(command.split(' '), home.env, { cwd: folder }).ended;
  expect({ status, lines: timeless(stdout) }).toEqual({ status: 1, lines: timeless(shown.trimEnd()) });
});

test('default: the tutorial has the files of the example, and the end of its run without the test of deposits', SLOW, async () => {
  using home = emptyHome();
  const folder = await projectIn(home.path);
  await rm(path.join(folder, 'tests/deposit.test.js'));
  const tutorial = await page('tutorial-clarity.md');
  for (const file of ['Clarinet.toml', 'contracts/vault.clar', 'settings/Devnet.toml', 'tests/withdraw.test.js']) {
    expect(tutorial).toContain(`\n${(await readFile(path.join(folder, file), 'utf8')).trimEnd()}\n\`\`\`\n`);
  }

  const { command, shown } = runShownIn(tutorial);
  const { status, stdout } = await child(command.split(' '), home.env, { cwd: folder }).ended;
  expect(status).toBe(0);
  const [, survivor = '', end = ''] = shown.split('…\n');
  expect(stdout).toContain(survivor.trimEnd());
  expect(timeless(stdout).slice(-2)).toEqual(timeless(end.trimEnd()));
});

/** The command line of a page, after the name of the program, and what the page says that it prints. */
function runShownIn(text: string): { command: string; shown: string } {
  const [, command = '', shown = ''] = /^\$ npx stacks-devnet (mutate [^\n]*)\n(.*?)^```$/ms.exec(text) ?? [];
  expect(command, 'the page shows a run of mutate').not.toBe('');
  return { command, shown };
}

/** Each run takes another time. */
function timeless(text: string): string[] {
  return text.replace(/, in (?:\d+ min )?\d+ s\.$/m, '.').split('\n');
}
