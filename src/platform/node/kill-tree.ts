import { spawn } from 'node:child_process';

/** Whether processes have groups. Windows has none: a signal ends only its receiver, without notice. */
export const hasProcessGroups = process.platform !== 'win32';

/**
 * Ends a process and everything that it started. Elsewhere than on Windows the process leads a group, which gets the signal. A group
 * without processes is no failure.
 */
export function killTree(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (!hasProcessGroups) {
    // `/T` is for its children, `/F` because a console program gets no notice.
    spawn('taskkill', ['/PID', `${pid}`, '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => undefined);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
