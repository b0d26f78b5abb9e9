import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** Whether a process runs. A zombie does not. */
export function isRunning(pid: number): boolean {
  return stateOf(pid) !== '' && !stateOf(pid).startsWith('Z');
}

/** Returns the state of a process as ps reports it: `S` sleeping, `T` stopped; empty if there is no such process. */
export function stateOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Returns the pids of running programs with this text in their command line. */
export function runningWith(text: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(text) && !/^\s*\d+\s+Z/.test(line)).map((line) => Number.parseInt(line, 10));
}

/** Resolves when a condition outside this process holds. The timeout of the test limits the wait. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(20);
}
