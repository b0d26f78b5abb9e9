import { readdir, readFile } from 'node:fs/promises';

/**
 * Sends a signal to all processes of a group; 0 only checks that the group exists. A service leads a group of its own, so the signal
 * also reaches what a wrapper script starts.
 * @returns false if the group has ended
 */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false; // ESRCH; EPERM where only ended processes are left (macOS)
  }
}

/**
 * Whether a process of the group still runs. Zombies do not count: inside containers, the init process may never collect them.
 */
export async function groupRuns(group: number): Promise<boolean> {
  if (!signalGroup(group, 0)) return false;
  if (process.platform !== 'linux') return true;
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const members = await Promise.all(pids.map((pid) => status(`/proc/${pid}/stat`)));
  return members.some(({ state, group: other }) => other === group && !ended.has(state));
}

/** Whether all threads of a process are stopped after SIGSTOP. Also true for a process that has ended. */
export async function isStopped(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
    const states = await Promise.all(threads.map((thread) => status(`/proc/${pid}/task/${thread}/stat`)));
    return states.every(({ state }) => standing.has(state));
  }
  const [{ execFile }, { promisify }] = await Promise.all([import('node:child_process'), import('node:util')]);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'state=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
  return standing.has(stdout.trim().charAt(0));
}

const ended: ReadonlySet<string> = new Set(['Z', 'X', '']);
const standing: ReadonlySet<string> = new Set(['T', 't', ...ended]);

/**
 * Reads fields 3 and 5 of a stat file (proc(5)), counted from the end of the name. The state is empty if there is no such process
 * or thread.
 */
async function status(file: string): Promise<{ state: string; group: number }> {
  const stat = await readFile(file, 'utf8').catch(() => '');
  const [state = '', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, group: Number(group) };
}
