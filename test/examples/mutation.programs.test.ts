import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { child, emptyHome } from '../cli/child.js';

const root = path.resolve(import.meta.dirname, '../..');

test('default: the run that docs/mutation-testing.md shows', async () => {
  using home = emptyHome();
  const folder = path.join(home.path, 'vault');
  await cp(path.join(import.meta.dirname, 'mutation'), folder, { recursive: true });
  // As npm installs it.
  await mkdir(path.join(folder, 'node_modules'));
  await symlink(root, path.join(folder, 'node_modules/stacks-devnet'));

  const page = await readFile(path.join(root, 'docs/mutation-testing.md'), 'utf8');
  const [, command = '', shown = ''] = /^\$ stacks-devnet (mutate .*)\n(.*?)^```$/ms.exec(page) ?? [];
  const { status, stdout } = await child(command.split(' '), home.env, { cwd: folder }).ended;
  expect({ status, lines: timeless(stdout) }).toEqual({ status: 1, lines: timeless(shown.trimEnd()) });
  // The files on the page are those that ran.
  for (const file of ['Clarinet.toml', 'contracts/vault.clar', 'tests/withdraw.test.js']) {
    expect(page).toContain(`\n${await readFile(path.join(folder, file), 'utf8')}\`\`\`\n`);
  }
});

/** Each run takes another time. */
function timeless(text: string): string[] {
  return text.replace(/, in (?:\d+ min )?\d+ s\.$/m, '.').split('\n');
}
