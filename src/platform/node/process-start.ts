import { readFile } from 'node:fs/promises';

/**
 * Returns when a process started, as text to compare for equality. Together with the pid it identifies one process for good.
 * @returns undefined without such a process, or on platforms that do not report it
 */
export async function processStart(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? startTicks(pid) : startDate(pid);
}

/** Reads field 22 of /proc/<pid>/stat (proc(5)). The second field, the program's name, may contain spaces and parentheses. */
async function startTicks(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended. In a container its parent may never wait for it.
  return fields[0] === 'Z' ? undefined : fields[19];
}

async function startDate(pid: number): Promise<string | undefined> {
  const [{ execFile }, { promisify }] = await Promise.all([import('node:child_process'), import('node:util')]);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim() || undefined;
}
