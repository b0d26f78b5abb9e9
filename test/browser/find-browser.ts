import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a browser is: what the variable of the environment says, else PATH; undefined where there is none. */
export function findBrowser(variable: string, names: readonly string[]): string | undefined {
  if (process.env[variable]) return process.env[variable];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
