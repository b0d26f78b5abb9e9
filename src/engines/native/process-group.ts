import { readdir, readFile } from 'node:fs/promises';

/**
 * Sends a signal to all processes of a group, or with 0 only asks for it. A service leads a group of its own, so that what a
 * wrapper script starts is reached too.
 * @returns false when nothing of the group is left
 */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false; // ESRCH; EPERM where only ended processes are left (macOS)
  }
}

/** Whether all threads of a process stand still after SIGSTOP; true as well for one that has ended. */
export async function isStopped(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
    const states = await Promise.all(threads.map((thread) => threadState(pid, thread)));
    return states.every((state) => standing.has(state));
  }
  const [{ execFile }, { promisify }] = await Promise.all([import('node:child_process'), import('node:util')]);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'state=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
  return standing.has(stdout.trim().charAt(0));
}

/** Stopped, traced, ended, or gone already. */
const standing: ReadonlySet<string> = new Set(['T', 't', 'Z', 'X', '']);

/** Field 3 of /proc/<pid>/task/<tid>/stat (proc(5)), counted from the end of the name. */
async function threadState(pid: number, thread: string): Promise<string> {
  const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => '');
  return stat.charAt(stat.lastIndexOf(')') + 2);
}
