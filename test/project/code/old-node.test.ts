import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../cli/child.js';

const index = new URL('../../../bundle/index.mjs', import.meta.url).href;

test.each([
  ['the command line', [main, 'status']],
  ['a program', ['--input-type=module', '-e', `await import(${JSON.stringify(index)})`]],
])('error: on an old Node %s says which one it needs', async (_, args) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'old-node-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const old = path.join(folder, 'old.cjs');
  writeFileSync(old, "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });");
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, ['-r', old, ...args], (error, _stdout, text) => resolve({ code: error?.code ?? 0, stderr: text }));
  });
  expect(code).not.toBe(0);
  expect(stderr).toContain(
    'stacks-devnet needs Node.js 20.19 or later. This is Node.js 18.20.4. Install a newer one, for example with: nvm install 20',
  );
  expect(stderr).not.toContain('    at ');
});
