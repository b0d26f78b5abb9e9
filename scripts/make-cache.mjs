import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// Part of the build: what a start with the default settings leaves in an empty cache. The package ships it, so that the first start on a
// machine is as fast as later ones. If the package has it already, the start leaves nothing.
const root = path.resolve(import.meta.dirname, '..');
const packaged = path.join(root, 'dist/cache');
const folder = mkdtempSync(path.join(tmpdir(), 'devnet-cache-'));
const cache = path.join(folder, 'cache');
const PARTS = ['clarity-vm', 'bitcoin-chain'];
try {
  const settings = Object.entries(process.env).filter(([name]) => !name.startsWith('DEVNET_'));
  const env = { ...Object.fromEntries(settings), DEVNET_CACHE_DIR: cache };
  // The network closes soon after the command, on a slow machine before it has written everything.
  const wait = `const { existsSync, readdirSync } = require('node:fs');
    const written = () => ${JSON.stringify(PARTS.map((name) => path.join(cache, name)))}.every((dir) => existsSync(dir) && readdirSync(dir).some((name) => !name.endsWith('.tmp')));
    const end = Date.now() + ${existsSync(packaged) ? 0 : 60_000};
    (function look() { if (!written() && Date.now() < end) setTimeout(look, 20); })();`;
  const start = [path.join(root, 'bundle/cli.js'), 'exec', '--log-level', 'error', '--', process.execPath, '-e', wait];
  execFileSync(process.execPath, start, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const name of existsSync(cache) ? readdirSync(cache) : []) replace(name);
  for (const name of PARTS) {
    if (!existsSync(path.join(packaged, name))) throw new Error(`the start has left no ${name} in its cache`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A network that starts meanwhile finds the old folder, the new one, or none. */
function replace(name) {
  const unfinished = path.join(root, `dist/${name}.${process.pid}.tmp`);
  cpSync(path.join(cache, name), unfinished, { recursive: true });
  mkdirSync(packaged, { recursive: true });
  rmSync(path.join(packaged, name), { recursive: true, force: true });
  renameSync(unfinished, path.join(packaged, name));
}
