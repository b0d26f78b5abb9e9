import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from './environment.js';
import { packageRoot } from './package-root.js';

const NAME = 'stacks-devnet';

/** Where the user's shell runs: its variables, its folder, and the one for temporary files. */
type Shell = { env: Environment; cwd: string; temporary: string };

/** How the package managers run a program of a dependency, by the first word of `npm_config_user_agent`. */
const RUNNERS: Readonly<Record<string, string>> = { pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' };

/**
 * Returns a command line of this program that works where it was started, such as `npx stacks-devnet down`. Each text with a
 * command for users takes it from here.
 * @param args what follows the name of the program
 */
export function ownCommand(args?: string, shell: Shell = { env: process.env, cwd: process.cwd(), temporary: tmpdir() }): string {
  return [programIn(shell), ...(args === undefined ? [] : [args])].join(' ');
}

function programIn({ env, cwd, temporary }: Shell): string {
  if (foldersOf(env, temporary).some((folder) => hasProgram(folder))) return NAME;
  const [manager = ''] = (env['npm_config_user_agent'] ?? '').split('/');
  // A project of Yarn may have no node_modules.
  if (manager === 'yarn' || foldersAbove(cwd).some((folder) => existsSync(path.join(folder, 'node_modules', NAME)))) {
    return `${RUNNERS[manager] ?? 'npx'} ${NAME}`;
  }
  // In a clone or a container, npx would ask the public registry.
  const file = fileURLToPath(new URL('bundle/cli.js', packageRoot));
  const below = path.relative(cwd, file);
  return `node ${quoted(below.startsWith('..') ? file : below)}`;
}

/** The folders of PATH that a new shell of the user has, too: npm, pnpm and Yarn add others while they run a program. */
function foldersOf(env: Environment, temporary: string): string[] {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter);
  const isAdded = (folder: string): boolean => folder.split(path.sep).includes('node_modules') || folder.startsWith(temporary + path.sep);
  return folders.filter((folder) => folder !== '' && !isAdded(folder));
}

function hasProgram(folder: string): boolean {
  return [NAME, `${NAME}.cmd`].some((file) => existsSync(path.join(folder, file)));
}

function foldersAbove(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

function quoted(file: string): string {
  return /^[\w./:\\-]+$/.test(file) ? file : `"${file}"`;
}
