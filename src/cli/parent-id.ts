import { readFileSync } from 'node:fs';
import { isAlive } from '#platform/is-alive.js';

/**
 * Identifies the program that started a process, by text that changes when that program ends. It is the parent; for a script of npm
 * it is the parent's parent, since some shells stay between npm and the script and outlive npm.
 */
export function parentId({ ppid, env }: Pick<NodeJS.Process, 'ppid' | 'env'>): string {
  // Windows gives the children of an ended process no other parent.
  if (process.platform === 'win32') return isAlive(ppid) ? `${ppid}` : '';
  return env['npm_lifecycle_event'] === undefined ? `${ppid}` : `${ppid} ${parentOf(ppid)}`;
}

/** Reads field 4 of /proc/<pid>/stat (proc(5)), counted from the end of the name; empty on systems without /proc. */
function parentOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    return '';
  }
}
