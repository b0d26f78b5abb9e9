import { cacheDirectory } from '../directories.js';
import type { Environment } from '../environment.js';

/** The name of the folder in a cache directory. */
export const CODE_FOLDER = 'code';

/** Returns the folder for compiled code. It is needed before there is a configuration, so that of a file does not count. */
export function codeFolder(env: Environment): string {
  return `${env['DEVNET_CACHE_DIR'] || cacheDirectory(env)}/${CODE_FOLDER}`;
}
