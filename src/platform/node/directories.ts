import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './environment.js';

/** Returns the folder for files that can be made again: below `XDG_CACHE_HOME`, or where the platform keeps caches. */
export function cacheDirectory(env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], name);
  if (platform === 'darwin') return join(homeDirectory(env), 'Library', 'Caches', name);
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(homeDirectory(env), 'AppData', 'Local'), name, 'cache');
  return join(homeDirectory(env), '.cache', name);
}

/** Returns the folder for files that outlive a run: below `XDG_STATE_HOME`, or where the platform keeps state. */
export function stateDirectory(env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (env['XDG_STATE_HOME']) return join(env['XDG_STATE_HOME'], name);
  if (platform === 'darwin') return join(homeDirectory(env), 'Library', 'Application Support', name);
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(homeDirectory(env), 'AppData', 'Local'), name, 'state');
  return join(homeDirectory(env), '.local', 'state', name);
}

const name = 'stacks-devnet';

/** Returns the user's home; the folder for temporary files if there is none. */
export function homeDirectory(env: Environment): string {
  if (env['HOME']) return env['HOME'];
  try {
    return homedir();
  } catch {
    // A container may have no name and no home for the user.
    return tmpdir();
  }
}
