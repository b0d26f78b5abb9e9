import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './environment.js';

/** Where the user's programs keep what can be made again: `XDG_CACHE_HOME`, or the platform's custom. */
export function cacheDirectory(env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], name);
  if (platform === 'darwin') return join(home(env), 'Library', 'Caches', name);
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home(env), 'AppData', 'Local'), name, 'cache');
  return join(home(env), '.cache', name);
}

/** Where the user's programs keep what outlives a run but matters to nobody else: `XDG_STATE_HOME`, or the platform's custom. */
export function stateDirectory(env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (env['XDG_STATE_HOME']) return join(env['XDG_STATE_HOME'], name);
  if (platform === 'darwin') return join(home(env), 'Library', 'Application Support', name);
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home(env), 'AppData', 'Local'), name, 'state');
  return join(home(env), '.local', 'state', name);
}

const name = 'stacks-devnet';

function home(env: Environment): string {
  return env['HOME'] || homedir();
}
