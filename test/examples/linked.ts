import { mkdirSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { pagePackages } from '../browser/wallet/page-packages.js';

/** Links a package. The link stays: a second run of these tests in the same clone, on another Node, uses it at the same time. */
export function linked(link: string, folder: string): void {
  mkdirSync(path.dirname(link), { recursive: true });
  if (realpathOf(link) === realpathSync(folder)) return;
  const made = `${link}.${process.pid}`;
  symlinkSync(folder, made);
  renameSync(made, link);
}

function realpathOf(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined; // none, or one to a folder that has left
  }
}

/** Installs @stacks/connect in the folder of an example. */
export const withConnect = (example: string): void =>
  linked(path.join(import.meta.dirname, example, 'node_modules/@stacks/connect'), path.join(pagePackages, 'node_modules/@stacks/connect'));
