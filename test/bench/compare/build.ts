import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { run } from '../owned.js';
import { root } from '../program.js';

/** A build of this project, known by what its package.json names. */
export type Build = { name: string; root: string; cli: string; index: string; bitcoinNode: string | undefined };

/** Returns the build in a folder. */
export function buildIn(folder: string, name: string): Build {
  const { bin, exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = (relative: string): string => path.join(folder, relative);
  const bitcoinNode: string | undefined = exports['./bitcoin-node']?.default;
  return {
    name,
    root: folder,
    cli: file(bin['stacks-devnet']),
    index: file(exports['.'].default),
    bitcoinNode: bitcoinNode === undefined ? undefined : file(bitcoinNode),
  };
}

/** Returns the short hash of a commit. @throws Error if this repository has no such commit */
export async function resolveCommit(commit: string): Promise<string> {
  return (await run('git', ['rev-parse', '--verify', '--short', `${commit}^{commit}`], { cwd: root })).trim();
}

/**
 * Checks a commit out in a git worktree, installs and builds it. The worktree is removed when this process ends.
 * @param folder does not exist yet
 */
export async function checkOut(commit: string, folder: string): Promise<Build> {
  const name = await resolveCommit(commit);
  process.once('exit', () => spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: root }));
  await run('git', ['worktree', 'add', '--detach', '--quiet', folder, name], { cwd: root });
  if (isSame('package-lock.json', folder)) linkModules(folder);
  else await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  await seed(name, folder);
  await run('npm', ['run', '--silent', 'build'], { cwd: folder });
  return buildIn(folder, name);
}

function isSame(file: string, folder: string): boolean {
  return readFileSync(path.join(root, file)).equals(readFileSync(path.join(folder, file)));
}

/** Links each package rather than the folder, whose `.cache` belongs to this checkout. */
function linkModules(folder: string): void {
  const from = path.join(root, 'node_modules');
  const to = path.join(folder, 'node_modules');
  mkdirSync(to);
  for (const name of readdirSync(from)) if (name !== '.cache') symlinkSync(path.join(from, name), path.join(to, name));
}

/** Copies what the compiler has made here, so that it compiles only what differs: the build takes seconds instead of a minute. */
async function seed(commit: string, folder: string): Promise<void> {
  const dist = path.join(root, 'dist');
  if (!existsSync(dist)) return;
  // The build keeps a table that exists, and code of the VM made this one.
  const differing = await run('git', ['diff', '--name-only', commit, '--', 'src/node/stacks/vm', 'package-lock.json'], { cwd: root });
  cpSync(dist, path.join(folder, 'dist'), { recursive: true, filter: (file) => differing === '' || !file.endsWith('.table') });
}
