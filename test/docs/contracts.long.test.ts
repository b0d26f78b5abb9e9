import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { emptyHome, main } from '../cli/child.js';
import { bootDevnet } from '../devnet.js';
import { documentedExamples } from './examples.js';

const run = promisify(execFile);
const page = documentedExamples().filter(({ file }) => file === 'docs/contracts.md');

test('default: the command lines of the page do what it says', async () => {
  using home = emptyHome();
  await using devnet = await bootDevnet({ gateway: true });
  const source = page.find(({ language }) => language === 'clarity')?.code ?? '';
  writeFileSync(path.join(home.path, 'counter.clar'), source);
  const lines = page.filter(({ language }) => language === 'sh').flatMap(({ code }) => code.trim().split('\n'));
  const env = { ...home.env, DEVNET_URL: devnet.urls.gateway };
  const output: string[] = [];
  for (const line of lines) {
    const command = line.replace(/^npx stacks-devnet/, `'${process.execPath}' '${main}'`);
    const { stdout, stderr } = await run('bash', ['-c', command], { cwd: home.path, env });
    expect({ line, stderr }).toEqual({ line, stderr: '' });
    output.push(stdout);
  }
  expect(output).toEqual([
    expect.stringMatching(/^deployed .*\.counter: success/),
    expect.stringContaining('{n: u5, note: (some u"five")}'),
    expect.stringContaining('"value":{"ok":"6"}'),
    'u6\n',
    expect.stringMatching(/^1\.5 STX to wallet_2: success/),
    'wrote contracts.d.ts: 1 contract\n',
  ]);
  expect(existsSync(path.join(home.path, 'contracts.d.ts'))).toBe(true);
});
