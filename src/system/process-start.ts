import { readFile } from 'node:fs/promises';

/**
 * When a process started, as text that only compares for equality; together with the pid it names one process for good.
 * @returns none when there is no such process, or on a platform that does not tell
 */
export async function processStart(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? startTicks(pid) : startDate(pid);
}

/** Field 22 of /proc/<pid>/stat (proc(5)); the second field, the program's name, may itself hold blanks and parentheses. */
async function startTicks(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // One that has ended and that its parent has not asked about yet: in a container often for good.
  return fields[0] === 'Z' ? undefined : fields[19];
}

async function startDate(pid: number): Promise<string | undefined> {
  const [{ execFile }, { promisify }] = await Promise.all([import('node:child_process'), import('node:util')]);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim() || undefined;
}
