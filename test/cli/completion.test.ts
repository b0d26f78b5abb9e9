import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome } from './child.js';
import { inProcess } from './in-process.js';

/** What bash offers behind a line. */
async function complete(line: string): Promise<string[]> {
  using home = emptyHome();
  const { stdout } = await inProcess(['completion', 'bash'], home.env);
  const words = line.split(' ');
  const script = `${stdout}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_stacks_devnet; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout: offered, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8', cwd: home.path });
  expect(stderr).toBe('');
  return offered.trim().split('\n');
}

test('default: bash completes commands, commands of commands, and flags', async () => {
  expect(await complete('stacks-devnet fa')).toEqual(['faucet']);
  expect(await complete('stacks-devnet snapshot re')).toEqual(['restore']);
  expect(await complete('stacks-devnet --json snapshot r')).toEqual(['restore', 'rm']);
  expect(await complete('stacks-devnet faucet stx --am')).toEqual(['--amount']);
  expect(await complete('stacks-devnet up --mining-b')).toEqual(['--mining-bitcoin']);
  expect(await complete('stacks-devnet --j')).toEqual(['--json']);
});

const shells = ['zsh', 'fish'].map((shell) => [shell, spawnSync(shell, ['-c', 'true']).status === 0] as const);
test.each(shells)('default: the script for %s is accepted by the shell, where it is installed', async (shell, isInstalled) => {
  using home = emptyHome();
  const { status, stdout } = await inProcess(['completion', shell], home.env);
  expect(status).toBe(0);
  for (const word of ['snapshot', 'restore', 'mining-bitcoin']) expect(stdout).toContain(word);
  const file = path.join(home.path, 'script');
  writeFileSync(file, stdout);
  if (isInstalled) expect(spawnSync(shell, ['-n', file], { encoding: 'utf8', env: home.env })).toMatchObject({ status: 0, stderr: '' });
});

test('error: another shell', async () => {
  using home = emptyHome();
  expect(await inProcess(['completion', 'tcsh'], home.env)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('shell: expected bash, zsh, fish, received "tcsh"'),
  });
});
