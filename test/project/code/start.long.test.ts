import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../cli/child.js';

test('a start with other flags of V8 than the packaged code keeps code of its own, and the next one uses it', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'devnet-code-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const code = path.join(dir, 'code');
  const wait = `const { existsSync, readdirSync } = require('node:fs');
    const end = Date.now() + 60_000;
    (function look() {
      const files = existsSync(${JSON.stringify(code)}) ? readdirSync(${JSON.stringify(code)}) : [];
      if (files.filter((name) => name.endsWith('.code')).length === 1) return;
      if (Date.now() > end) throw new Error('found ' + files);
      setTimeout(look, 20);
    })();`;
  const env = { ...process.env, DEVNET_CACHE_DIR: dir, NODE_OPTIONS: '--stack-trace-limit=21' };
  const start = () => execFileSync(process.execPath, [main, 'exec', '--', process.execPath, '-e', wait], { cwd: dir, env, stdio: 'pipe' });
  start();
  const files = readdirSync(code).sort();
  expect(files).toEqual([expect.stringMatching(/^run-process-/)]);
  const changed = () => files.map((name) => statSync(path.join(code, name)).mtimeMs);
  const before = changed();
  start();
  expect(changed()).toEqual(before);
});
