import { readFileSync } from 'node:fs';

/**
 * Whom a process descends from, as text that changes when the program that started it ends. That is its parent; for a script of
 * npm's it is the parent's parent, since some shells stay between npm and the script, and outlive npm.
 */
export function parentage({ ppid, env }: Pick<NodeJS.Process, 'ppid' | 'env'>): string {
  return env['npm_lifecycle_event'] === undefined ? `${ppid}` : `${ppid} ${parentOf(ppid)}`;
}

/** Field 4 of /proc/<pid>/stat (proc(5)), counted from the end of the name; nothing where there is no /proc. */
function parentOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    return '';
  }
}
