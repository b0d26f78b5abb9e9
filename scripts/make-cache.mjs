import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// Part of the build: what a start with the default settings leaves in an empty cache. The package ships it, so that the first start on a
// machine is as fast as later ones.
const root = path.resolve(import.meta.dirname, '..');
const packaged = path.join(root, 'dist/cache');
const folder = mkdtempSync(path.join(tmpdir(), 'devnet-cache-'));
const cache = path.join(folder, 'cache');
try {
  // Otherwise the start would read it.
  rmSync(packaged, { recursive: true, force: true });
  const settings = Object.entries(process.env).filter(([name]) => !name.startsWith('DEVNET_'));
  const env = { ...Object.fromEntries(settings), DEVNET_CACHE_DIR: cache };
  execFileSync(process.execPath, [path.join(root, 'bundle/cli.js'), 'exec', '--log-level', 'error', '--', process.execPath, '-e', ''], {
    cwd: folder,
    env,
    stdio: 'inherit',
  });
  for (const kept of ['clarity-vm', 'bitcoin-chain']) {
    if (!existsSync(path.join(cache, kept))) throw new Error(`the start has left no ${kept} in its cache`);
  }
  // A network that starts meanwhile finds a complete file or none.
  const unfinished = `${packaged}.${process.pid}.tmp`;
  cpSync(cache, unfinished, { recursive: true });
  renameSync(unfinished, packaged);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
