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

/**
 * Whether a process of the group still runs. Ended ones, which wait to be collected by the init process, do not count: inside
 * containers that may take long.
 */
export async function groupRuns(group: number): Promise<boolean> {
  if (!signalGroup(group, 0)) return false;
  if (process.platform !== 'linux') return true;
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const members = await Promise.all(pids.map((pid) => status(`/proc/${pid}/stat`)));
  return members.some(({ state, group: other }) => other === group && !ended.has(state));
}

/** Whether all threads of a process stand still after SIGSTOP; true as well for one that has ended. */
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

/** Fields 3 and 5 of a stat file (proc(5)), counted from the end of the name; no state where there is no such process or thread. */
async function status(file: string): Promise<{ state: string; group: number }> {
  const stat = await readFile(file, 'utf8').catch(() => '');
  const [state = '', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, group: Number(group) };
}
